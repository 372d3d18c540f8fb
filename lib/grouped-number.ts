import { plainDecimal } from './bind/plain-text.ts';

/**
 * A number as people read it: `12,345.5`. `Intl` writes the same, and takes 15 ms to be ready for the first one, which
 * on a phone is more than the rest of a page.
 */
export function groupedNumber(value: number, mostDecimals?: number): string {
  const rounded = mostDecimals === undefined ? value : Number(value.toFixed(mostDecimals));
  const [whole = '', fraction] = plainDecimal(rounded).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
