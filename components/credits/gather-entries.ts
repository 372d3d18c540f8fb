import { type CreditAccount, creditAccount } from '../../lib/credit-account.ts';
import { csvText } from '../../lib/csv-text.ts';
import { fetchJson } from '../fetch-json.ts';

type Entry = CreditAccount['entries']['list'][number];

/** As far back as the endpoint goes. */
export const mostSavedEntries = 10_000;
const pageSize = 100;

/** What moved credits, as CSV. Calls go on meanwhile and push entries to the next page: each is taken once. */
export async function gatherEntries(onRows: (rows: number) => void, signal: AbortSignal): Promise<string> {
  const entries = new Map<number, Entry>();
  for (let page = 1; page <= mostSavedEntries / pageSize; page += 1) {
    const address = `/api/credits?page=${page}&pageSize=${pageSize}`;
    const { list } = (await fetchJson(address, creditAccount, signal)).entries;
    for (const entry of list) entries.set(entry.id, entry);
    onRows(entries.size);
    if (list.length < pageSize) break;
  }
  const rows = [...entries.values()].map(({ id, at, kind, amount, callId, reason }) => [
    ...[id, at, kind],
    ...[amount, callId, reason],
  ]);
  return csvText(['entry', 'at', 'kind', 'credits', 'call', 'reason'], rows);
}
