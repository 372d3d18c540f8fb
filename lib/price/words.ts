import { groupedDigits } from '../text/grouped-number.ts';
import { microsPerUnit, decimalText } from './decimal.ts';

/** `1 credit`, `0.5 credits`. */
export function creditsText(micros: bigint): string {
  return `${groupedDecimal(micros)} ${micros === microsPerUnit ? 'credit' : 'credits'}`;
}

/** `1 row`, `3 rows`, `2 × 1,000 tokens`. */
export function unitsText(units: bigint, unit: string): string {
  if (/^\d/.test(unit)) return units === 1n ? unit : `${grouped(units)} × ${unit}`;
  return `${grouped(units)} ${units === 1n ? unit : plural(unit)}`;
}

/** The plural of `second of audio` is `seconds of audio`. `KB` and `kHz` have none. */
export function plural(unit: string): string {
  if (/^\d/.test(unit)) return unit;
  const [, head = unit, rest = ''] = /^(\S+)(\s(?:of|per|in|with)\s.*)?$/.exec(unit) ?? [];
  if (/[A-Z]$/.test(head)) return unit;
  if (/[^aeiou]y$/.test(head)) return `${head.slice(0, -1)}ies${rest}`;
  return `${head}${/(?:s|x|z|ch|sh)$/.test(head) ? 'es' : 's'}${rest}`;
}

/** `the first`, `the first 100`. */
export function includedText(included: bigint, every: bigint): string {
  if (included % every !== 0n) return `the included ${groupedDecimal(included)}`;
  return included === every ? 'the first' : `the first ${grouped(included / every)}`;
}

export function grouped(whole: bigint): string {
  return groupedDigits(whole.toString());
}

export function groupedDecimal(micros: bigint): string {
  return groupedDigits(decimalText(micros));
}
