import * as z from 'zod/mini';
import { type FullQuote, fullQuote } from '../../lib/product/full-quote.ts';
import { type JsonObject, jsonText } from '../../lib/json/json.ts';
import { fetchJson } from '../fetch-json.ts';

export function fetchEstimate(slug: string, input: JsonObject, signal: AbortSignal): Promise<FullQuote> {
  const address = `/api/product/credits/required/${encodeURIComponent(slug)}?detail=full`;
  return fetchJson(address, fullQuote, signal, { body: jsonText(input) });
}

const funds = z.object({
  available: z.int(),
  spendable: z.object({
    credits: z.int(),
    code: z.optional(z.string()),
    why: z.optional(z.string()),
  }),
  resetsAt: z.optional(z.string()),
  creditsUrl: z.optional(z.string()),
});

export type ShownFunds = z.output<typeof funds>;

export function fetchCredits(product: string | undefined, signal: AbortSignal): Promise<ShownFunds> {
  const of = product === undefined ? '' : `&product=${encodeURIComponent(product)}`;
  return fetchJson(`/api/credits?pageSize=1${of}`, funds, signal);
}

const standing = z.object({ status: z.int() });

export function fetchStatus(slug: string, signal: AbortSignal): Promise<z.output<typeof standing>> {
  return fetchJson(`/api/product/info?id=${encodeURIComponent(slug)}`, standing, signal);
}

const whose = z.object({ account: z.nullable(z.object({ id: z.string() })) });

export async function fetchOwner(signal: AbortSignal): Promise<string> {
  return (await fetchJson('/api/session', whose, signal)).account?.id ?? 'guest';
}
