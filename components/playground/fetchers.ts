import type { CreditAccount, Spendable } from '../../lib/account/credit-account.ts';
import type { FullQuote } from '../../lib/product/full-quote.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import { type JsonObject, jsonText } from '../../lib/json/json.ts';
import { type AnswerOf, fetchJson } from '../fetch-json.ts';
import { noteRefusal } from '../shown-caller.ts';

const full = { detail: 'full' };

export async function fetchEstimate(slug: string, input: JsonObject, signal: AbortSignal) {
  const given = { params: { api_id: slug }, query: full, body: jsonText(input), signal };
  return fullQuoteOf(await fetchJson('POST /api/product/credits/required/{api_id}', given));
}

/** Guaranteed by the portal for `detail=full`. */
function fullQuoteOf(quote: AnswerOf<'POST /api/product/credits/required/{api_id}'>): FullQuote {
  return quote as FullQuote;
}

/** Loads the playground again for a page that was open for long. */
export async function fetchPlayground(slug: string, signal: AbortSignal) {
  return detailOf(await fetchJson('GET /api/product/playground', { query: { id: slug, ...full }, signal }));
}

/** Guaranteed in the same way. */
function detailOf(playground: AnswerOf<'GET /api/product/playground'>): PlaygroundDetail {
  return playground as PlaygroundDetail;
}

interface ShownFunds extends Pick<CreditAccount, 'available' | 'resetsAt' | 'creditsUrl'> {
  spendable: Pick<Spendable, 'credits' | 'code' | 'why' | 'terms'>;
}

export async function fetchCredits(product: string | undefined, signal: AbortSignal): Promise<ShownFunds> {
  const query = { pageSize: '1', ...(product !== undefined && { product }) };
  const { spendable, ...funds } = await fetchJson('GET /api/credits', { query, signal });
  // Such as of an account that was suspended since the page was shown.
  if (spendable?.code !== undefined) noteRefusal(spendable.code);
  return { ...funds, spendable: spendable ?? { credits: funds.available } };
}

export function fetchStatus(slug: string, signal: AbortSignal): Promise<{ status: number }> {
  return fetchJson('GET /api/product/info', { query: { id: slug }, signal });
}

export async function fetchOwner(signal: AbortSignal): Promise<string> {
  return (await fetchJson('GET /api/session', { signal })).account?.id ?? 'guest';
}
