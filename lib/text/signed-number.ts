import { groupedNumber } from './grouped-number.ts';

/** What came in or went out, with its sign as people write it: `+500`, `−2`. */
export function signedNumber(amount: number): string {
  const text = groupedNumber(Math.abs(amount));
  return amount > 0 ? `+${text}` : amount < 0 ? `−${text}` : text;
}
