import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { JsonObject } from '../../lib/json.ts';
import { quoteResult } from '../../lib/quote-result.ts';
import { fetchJson } from '../fetch-json.ts';

/** Keys are compared at every render, and an input may be megabytes: its number stands for it. */
const numbers = new WeakMap<JsonObject, number>();
let lastNumber = 0;

/** What the portal says of an input: what is missing or invalid in it, and what it costs all the same. */
export function estimateOptions(slug: string, input: JsonObject) {
  return queryOptions({
    queryKey: ['what-if', slug, numberOf(input)],
    queryFn: ({ signal }) => fetchJson(addressOf(slug), quoteResult, signal, { body: input }),
    placeholderData: keepPreviousData,
  });
}

function addressOf(slug: string): string {
  return `/api/product/credits/required/${encodeURIComponent(slug)}?detail=full`;
}

function numberOf(input: JsonObject): number {
  const known = numbers.get(input);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(input, lastNumber);
  return lastNumber;
}
