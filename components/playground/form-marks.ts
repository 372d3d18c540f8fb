import type { FullQuote } from '../../lib/product/full-quote.ts';
import type { CallState } from '../../lib/view/playground/call-state.ts';
import type { QuoteFault } from '../../lib/product/quote-result.ts';

/** How much each field adds to the price, by name. */
export function addsOf(
  quote: FullQuote | undefined,
): Record<string, { adds: number | null; affectsPrice: boolean }> {
  const fields = quote?.fields ?? [];
  return Object.fromEntries(fields.map(({ name, adds, affectsPrice }) => [name, { adds, affectsPrice }]));
}

/** Marks invalid fields at once, and missing ones only after the person tried to call. */
export function faultsOf(quote: FullQuote | undefined, call: CallState, isTried: boolean): QuoteFault[] {
  const { invalid = [], missing = [] } = quote ?? {};
  if (!isTried) return invalid;
  const refused = call.phase === 'refused' ? call.problem.faults : [];
  const known = new Set([...invalid, ...missing].map(({ pointer }) => pointer));
  return [...invalid, ...missing, ...refused.filter(({ pointer }) => !known.has(pointer))];
}
