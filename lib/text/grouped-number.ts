import { plainDecimal } from '../bind/plain-text.ts';

/** `12,345.5`. `Intl` would take 15 ms for its first number, which on a phone is more than the rest of a page. */
export function groupedNumber(value: number, mostDecimals?: number): string {
  const rounded = mostDecimals === undefined ? value : Number(value.toFixed(mostDecimals));
  return groupedDigits(plainDecimal(rounded));
}

/** The same for an exact decimal, which may have more digits than a number holds. */
export function groupedDigits(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
