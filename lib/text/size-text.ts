import { countOf } from './count-text.ts';
import { groupedNumber } from './grouped-number.ts';

const units = ['KiB', 'MiB', 'GiB'];
const step = 1024;
/** From here on an amount would be rounded to 1,024, so the next unit is used. */
const mostOfUnit = step - 0.05;

/** `1.5 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes < step) return countOf(Math.round(bytes), 'byte');
  let amount = bytes / step;
  let unit = 0;
  while (amount >= mostOfUnit && unit < units.length - 1) {
    amount /= step;
    unit += 1;
  }
  return `${groupedNumber(amount, 1)} ${units[unit] ?? ''}`;
}

/** The bytes in the unit that a size is shown in. */
export function sizeUnit(bytes: number): number {
  const power = Math.floor(Math.log(Math.max(1, bytes)) / Math.log(step));
  return step ** Math.min(units.length, power);
}
