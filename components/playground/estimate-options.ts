import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FullQuote } from '../../lib/product/full-quote.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { loadFetchers } from './queries.ts';

/** Renews a quote this long before it expires. */
const renewBeforeMs = 60_000;
const soonestRenewalMs = 5_000;
/** A quote is valid for 15 minutes. */
const freshMs = 10 * 60_000;
/** Inputs with files are large, and each keystroke creates another input. */
const keptMs = 10_000;

/** The query key has the number of the input: keys are compared at every render, and an input may be megabytes. */
export function estimateOptions(slug: string, input: JsonObject, inputId: string) {
  return queryOptions({
    queryKey: ['estimate', slug, inputId],
    queryFn: async ({ signal }) => (await loadFetchers()).fetchEstimate(slug, input, signal),
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
