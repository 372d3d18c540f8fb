import { callList, type CallList } from '../../lib/call/call-list.ts';
import { endingText, stateWords } from '../../lib/call/call-words.ts';
import { callListParameters, type CallsView } from '../../lib/view/calls-view.ts';
import { csvText } from '../../lib/text/csv-text.ts';
import { fetchJson } from '../fetch-json.ts';

/** The limit of the endpoint. */
export const mostSavedCalls = 10_000;
const pageSize = 100;

/** The filtered calls as CSV. Calls after the start of the export are left out, so pages do not shift. */
export async function gatherCalls(
  view: CallsView,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const parameters = new URLSearchParams({
    to: new Date().toISOString(),
    ...callListParameters(view),
    pageSize: String(pageSize),
  });
  const calls: CallList['list'] = [];
  for (let page = 1; page <= mostSavedCalls / pageSize; page += 1) {
    parameters.set('page', String(page));
    const { list } = await fetchJson(`/api/calls?${parameters}`, callList, signal);
    calls.push(...list);
    onRows(calls.length);
    if (list.length < pageSize) break;
  }
  return csvText(header, calls.map(rowOf));
}

const header = [
  'call',
  'key',
  'key name',
  'person',
  'person name',
  'request',
  'product',
  'product name',
  'began',
  'ended',
  'state',
  'outcome',
  'quoted credits',
  'charged credits',
];

function rowOf({
  id,
  key,
  person,
  requestId,
  product,
  startedAt,
  settledAt,
  state,
  outcome,
  problem,
  upstreamStatus,
  quoted,
  charged,
}: CallList['list'][number]) {
  return [
    ...[id, key?.id ?? null, key?.name ?? null, person?.id ?? null, person?.name ?? null, requestId],
    ...[product.slug, product.name, startedAt, settledAt, stateWords[state]],
    ...[outcome && endingText({ outcome, problem, upstreamStatus }), quoted, charged],
  ];
}
