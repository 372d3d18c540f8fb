import { groupedNumber } from './grouped-number.ts';

/** `1.5 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KiB'] : [bytes / 1024 / 1024, 'MiB'];
  return `${groupedNumber(amount, 1)} ${unit}`;
}
