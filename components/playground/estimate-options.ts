import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FullQuote } from '../../lib/product/full-quote.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { loadAnswers } from './load-answers.ts';

/** A quote is asked for anew so long before it ends, so that a call never meets the end of it. */
const renewBeforeMs = 60_000;
const soonestRenewalMs = 5_000;
/** A quote holds for a quarter of an hour, whatever becomes of the price. */
const freshMs = 10 * 60_000;
/** Inputs with files are large, and each keystroke makes another one. */
const keptMs = 10_000;

/** The key has the number of the input, not the input: it may be megabytes, and keys are compared at every render. */
export function estimateOptions(slug: string, input: JsonObject, inputId: string) {
  return queryOptions({
    queryKey: ['estimate', slug, inputId],
    queryFn: async ({ signal }) => (await loadAnswers()).askEstimate(slug, input, signal),
    placeholderData: keepPreviousData,
    retry: 1,
    retryDelay: 300,
    gcTime: keptMs,
    staleTime: freshMs,
    refetchInterval: ({ state }) => renewalMs(state.data),
  });
}

function renewalMs(estimate: FullQuote | undefined): number | false {
  if (estimate?.expiresAt === undefined) return false;
  return Math.max(soonestRenewalMs, Date.parse(estimate.expiresAt) - Date.now() - renewBeforeMs);
}
