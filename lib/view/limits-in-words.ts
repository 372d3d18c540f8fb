import { limitBounds } from '../operation/limits.ts';
import { durationText, groupedNumber, sizeText } from '../text/numbers.ts';

/** Each limit in words: `the body of a call: 1 MiB`. An unknown limit is shown as a number. */
export function limitsInWords(limits: Readonly<Record<string, number>>): { what: string; most: string }[] {
  return Object.entries(limits).map(([name, most]) => {
    const limit = Object.entries(limitBounds).find(([known]) => known === name)?.[1];
    if (limit === undefined) return { what: name, most: groupedNumber(most) };
    return { what: limit.what, most: limit.unit === 'bytes' ? sizeText(most) : durationText(most) };
  });
}
