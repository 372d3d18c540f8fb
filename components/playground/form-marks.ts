import type { FullQuote } from '../../lib/product/full-quote.ts';
import type { CallState } from '../../lib/view/playground/call-state.ts';
import type { QuoteFault } from '../../lib/product/quote-result.ts';
import type { Attempt } from './use-attempt.ts';
import type { Estimate } from './use-estimate.ts';

/** How much each field adds to the price, by name. */
export function addsOf(
  quote: FullQuote | undefined,
): Record<string, { adds: number | null; affectsPrice: boolean }> {
  const fields = quote?.fields ?? [];
  return Object.fromEntries(fields.map(({ name, adds, affectsPrice }) => [name, { adds, affectsPrice }]));
}

/** Marks invalid fields at once, and missing ones only after the person tried to call with this very input. */
export function faultsOf(
  { quote, isCurrent }: Pick<Estimate, 'quote' | 'isCurrent'>,
  call: CallState,
  { isTried, isUnsent }: Pick<Attempt, 'isTried' | 'isUnsent'>,
): QuoteFault[] {
  const { invalid = [], missing = [] } = quote ?? {};
  if (!isTried) return invalid;
  // A price of an earlier input names fields that may be filled in by now.
  const quoted = isCurrent ? [...invalid, ...missing] : invalid;
  const refused = call.phase === 'refused' && !isUnsent ? call.problem.faults : [];
  const known = new Set(quoted.map(({ pointer }) => pointer));
  return [...quoted, ...refused.filter(({ pointer }) => !known.has(pointer))];
}
