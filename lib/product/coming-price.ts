import { groupedNumber } from '../text/numbers.ts';
import { dayText, momentText } from '../text/times.ts';
import type { ComingMark } from './card-list.ts';

interface CreditRange {
  from: number;
  to: number;
}

/** What everybody who sees a product is told of a price that is announced of it. */
export interface ComingPrice {
  /** From when on calls are priced by it. */
  at: string;
  price: CreditRange;
  before: CreditRange;
  /** Whether a call can cost more than before; `false` is proved for every input. */
  mayCostMore: boolean;
  reason: string | null;
}

/** `From 12 Dec 2026, 14:00 UTC: 3 → 4 credits`. The same words stand wherever it is told. */
export function comingWords(coming: ComingPrice): string {
  return `From ${momentText(coming.at)} UTC: ${changeWords(coming)}`;
}

/** For lists: `From 12 Dec 2026: 3 → 4 credits`. */
export function comingMark(product: string, coming: ComingPrice): ComingMark {
  return { product, at: coming.at, text: `From ${dayText(coming.at)}: ${changeWords(coming)}` };
}

export function changeWords({ before, price }: ComingPrice): string {
  const [was, is] = [rangeText(before), rangeText(price)];
  if (was === is) return `another price, ${withUnit(is, price)} as before`;
  return `${price.to === 0 ? withUnit(was, before) : was} → ${withUnit(is, price)}`;
}

function rangeText({ from, to }: CreditRange): string {
  if (to === 0) return 'free';
  return from === to ? groupedNumber(to) : `${groupedNumber(from)}–${groupedNumber(to)}`;
}

function withUnit(text: string, { to }: CreditRange): string {
  return to === 0 ? text : `${text} ${to === 1 ? 'credit' : 'credits'}`;
}
