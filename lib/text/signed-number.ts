import { groupedNumber } from './grouped-number.ts';

/** An amount with its sign: `+500`, `−2`. */
export function signedNumber(amount: number): string {
  const text = groupedNumber(Math.abs(amount));
  return amount > 0 ? `+${text}` : amount < 0 ? `−${text}` : text;
}
