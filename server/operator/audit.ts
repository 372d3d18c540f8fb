import { z } from 'zod';
import { type AuditEntry, auditPlaceText } from '../../lib/audit/audit-entry.ts';
import { idsInValues } from '../../lib/operator/audit-sentences.ts';
import type { AuditList } from '../../lib/operator/audit.ts';
import { findNamed, nothingCalled, orUnknown } from '../calls/list-calls.ts';
import type { Context } from '../context.ts';
import { wholeParameter, filterText, listParameters, mostRowKey, pageWish } from '../list-parameters.ts';

export const auditQuery = z.object({
  verb: filterText('Only changes of this kind, such as `grant`.'),
  actor: filterText('Only changes by people and API keys of this id, or with this text in their name.'),
  target: filterText(
    'Only changes of what has this id, or of people, accounts, API keys, products and APIs with this text in their name.',
  ),
  ...listParameters,
  before: wholeParameter(1, mostRowKey, 'the number of an entry')
    .optional()
    .meta({
      description: 'Only entries with a smaller number.',
      override: { type: 'integer', minimum: 1 },
    }),
});

type AuditQuery = z.output<typeof auditQuery>;

/** The audit log with the names of authors, and of what they changed. */
export async function listAudit(context: Context, query: AuditQuery): Promise<AuditList> {
  const end = await context.store.audit.end();
  const empty = { list: [], next: null, head: end ? auditPlaceText(end) : null };
  return orUnknown<AuditList>(empty, async () => ({ ...empty, ...(await entriesOf(context, query)) }));
}

async function entriesOf(
  context: Context,
  { verb, actor, target, ...query }: AuditQuery,
): Promise<Pick<AuditList, 'list' | 'next'>> {
  const actors = actor === undefined ? undefined : await findNamed(context, actor);
  const targets = target === undefined ? undefined : await findNamed(context, target);
  const filter = { verb, actors: actors?.ids, targets: targets?.ids };
  const { rows, next } = await context.store.audit.page(filter, pageWish(query));
  if (rows.length === 0 && actors?.isNothing) throw nothingCalled('person or API key', actor ?? '');
  if (rows.length === 0 && targets?.isNothing) throw nothingCalled('target', target ?? '');
  return { list: await withNames(context, rows), next };
}

/** The log has ids alone. Of people who were erased there are pseudonyms. */
async function withNames({ store }: Context, entries: AuditEntry[]): Promise<AuditList['list']> {
  const ids = [...new Set(entries.flatMap(({ actor, target }) => [actor.id ?? [], target ?? []].flat()))];
  const names = await namesOf(store, ids);
  const nameOf = (id: string | null) => names.get(id ?? '') ?? null;
  return entries.map((entry) => {
    const { actor, target } = entry;
    const isNamed = actor.kind === 'person' || actor.kind === 'key';
    return { ...entry, actorName: isNamed ? nameOf(actor.id) : null, targetName: nameOf(target) };
  });
}

/** How the people, keys and accounts are called of which entries speak in their values. */
export async function namesInEntries(
  { store }: Context,
  entries: AuditList['list'],
): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(idsInValues))];
  const known = entries.flatMap(({ target, targetName }) =>
    target !== null && targetName !== null ? [[target, targetName] as const] : [],
  );
  return new Map([...known, ...(await namesOf(store, ids))]);
}

async function namesOf(store: Context['store'], ids: string[]): Promise<Map<string, string>> {
  const idsOf = (start: string) => ids.filter((id) => id.startsWith(start));
  const [people, keys, accounts] = await Promise.all([
    store.people.namesOf(idsOf('per_')),
    store.accounts.keyNamesOf(idsOf('key_')),
    store.accounts.namesOf(idsOf('acc_')),
  ]);
  return new Map([...people, ...keys, ...accounts]);
}

const mostEntries = 10_000;
const usualEntries = 1_000;

export const auditExportQuery = z.object({
  after: wholeParameter(0, mostRowKey, 'the number of an entry')
    .default(0)
    .meta({
      description: 'Only entries with a larger number. The link of a response has that of its last one.',
      override: { type: 'integer', minimum: 0, default: 0 },
    }),
  pageSize: wholeParameter(1, mostEntries, `a whole number from 1 to ${mostEntries}`)
    .default(usualEntries)
    .meta({
      description: 'Entries per page.',
      override: { type: 'integer', minimum: 1, maximum: mostEntries, default: usualEntries },
    }),
});

/** The audit log as `farebox audit export` prints it, oldest first: `farebox verify audit` checks it. */
export async function exportAudit(
  { store }: Context,
  { after, pageSize }: z.output<typeof auditExportQuery>,
): Promise<{ text: string; next: number | null }> {
  const found = await store.audit.entriesAfter(after, pageSize + 1);
  const entries = found.slice(0, pageSize);
  const next = found.length > pageSize ? (entries.at(-1)?.number ?? null) : null;
  return { text: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), next };
}
