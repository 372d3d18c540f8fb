import { z } from 'zod';
import type { AuditEntry } from '../../lib/audit/audit-entry.ts';
import type { AuditList } from '../../lib/operator/audit.ts';
import type { Context } from '../portal/context.ts';
import { filterText, listParameters, mostRowKey, pageWish } from './list-parameters.ts';
import { wholeParameter } from '../whole-parameter.ts';

export const auditQuery = z.object({
  verb: filterText('Only changes of this kind, such as `grant`.'),
  actor: filterText('Only changes by the person or API key of this id.'),
  target: filterText('Only changes of what has this id.'),
  ...listParameters,
  before: wholeParameter(1, mostRowKey, 'the number of an entry')
    .optional()
    .meta({
      description: 'Only entries with a smaller number.',
      override: { type: 'integer', minimum: 1 },
    }),
});

export type AuditQuery = z.output<typeof auditQuery>;

/** The audit log with the names of authors. */
export async function listAudit(
  context: Context,
  { verb, actor, target, ...query }: AuditQuery,
): Promise<AuditList> {
  const { rows, next } = await context.store.audit.page({ verb, actor, target }, pageWish(query));
  return { list: await withNames(context, rows), next };
}

async function withNames({ store }: Context, entries: AuditEntry[]): Promise<AuditList['list']> {
  const idsOf = (kind: AuditEntry['actor']['kind']) => [
    ...new Set(entries.flatMap(({ actor }) => (actor.kind === kind && actor.id !== null ? actor.id : []))),
  ];
  const [people, keys] = await Promise.all([
    store.people.namesOf(idsOf('person')),
    store.accounts.keyNamesOf(idsOf('key')),
  ]);
  return entries.map((entry) => {
    const { kind, id } = entry.actor;
    const names = kind === 'person' ? people : keys;
    return { ...entry, actorName: names.get(id ?? '') ?? null };
  });
}
