import { groupedNumber } from './grouped-number.ts';
import { durationText, shortNumber } from './duration-text.ts';
import { LIMITS } from './limits.ts';

const kib = 1024;
const mib = kib * kib;

/** Each limit as people say it: `the body of a call: 1 MiB`. What this version does not know is left as a number. */
export function limitsInWords(limits: Readonly<Record<string, number>>): { what: string; most: string }[] {
  return Object.entries(limits).map(([name, most]) => {
    const limit = Object.entries(LIMITS).find(([known]) => known === name)?.[1];
    if (limit === undefined) return { what: name, most: groupedNumber(most) };
    return { what: limit.what, most: limit.unit === 'bytes' ? bytesText(most) : durationText(most) };
  });
}

export function bytesText(bytes: number): string {
  if (bytes >= mib) return `${shortNumber(bytes / mib)} MiB`;
  if (bytes >= kib) return `${shortNumber(bytes / kib)} KiB`;
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
}
