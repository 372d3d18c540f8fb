import { type CreditAccount, creditAccount } from '../../lib/account/credit-account.ts';
import { csvText } from '../../lib/text/csv-text.ts';
import { fetchJson } from '../fetch-json.ts';

type Entry = CreditAccount['entries']['list'][number];

/** The limit of the endpoint. */
export const mostSavedEntries = 10_000;
const pageSize = 100;

/** The ledger entries as CSV. New calls shift entries to the next page, so duplicates are dropped. */
export async function gatherEntries(onRows: (rows: number) => void, signal: AbortSignal): Promise<string> {
  const entries = new Map<number, Entry>();
  for (let page = 1; page <= mostSavedEntries / pageSize; page += 1) {
    const address = `/api/credits?page=${page}&pageSize=${pageSize}`;
    const { list } = (await fetchJson(address, creditAccount, signal)).entries;
    for (const entry of list) entries.set(entry.id, entry);
    onRows(entries.size);
    if (list.length < pageSize) break;
  }
  const rows = [...entries.values()].map(({ id, at, kind, amount, callId, product, reason }) => [
    ...[id, at, kind],
    ...[amount, product?.slug ?? null, callId, reason],
  ]);
  return csvText(['entry', 'at', 'kind', 'credits', 'product', 'call', 'reason'], rows);
}
