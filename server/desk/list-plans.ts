import { z } from 'zod';
import type { Plan, PlanList } from '../../lib/operator/plans.ts';
import type { Context } from '../context.ts';
import { listParameters, pageWish } from '../list-parameters.ts';
import { findPublished } from '../operator/product-releases.ts';
import type { StoredPlan } from '../store/catalogue/read-planned-versions.ts';

export const plansQuery = z.object({
  pending: z
    .literal('1', '1')
    .optional()
    .meta({ description: '`1`: only those that are announced or wait for approval.' }),
  ...listParameters,
});

type Query = z.output<typeof plansQuery>;

/** What was planned of a product, or of all. */
export async function listPlans(
  context: Context,
  { pending, ...query }: Query,
  slug?: string,
): Promise<PlanList> {
  if (slug !== undefined) await findPublished(context, slug);
  const wish = { slug, pending: pending !== undefined };
  const { rows, next } = await context.store.plannedVersions.list(wish, pageWish(query), new Date());
  return { list: await withNames(context, rows), next };
}

async function withNames({ store }: Context, rows: StoredPlan[]): Promise<Plan[]> {
  const idsOf = (kind: string) =>
    rows.flatMap(({ authorKind, authorId, approvedBy }) => [
      ...(authorKind === kind && authorId !== null ? [authorId] : []),
      ...(kind === 'person' && approvedBy !== null ? [approvedBy] : []),
    ]);
  const [people, keys] = await Promise.all([
    store.people.namesOf([...new Set(idsOf('person'))]),
    store.accounts.keyNamesOf([...new Set(idsOf('key'))]),
  ]);
  const names = new Map([...people, ...keys]);
  const named = (kind: string, id: string | null) => ({ kind, id, name: names.get(id ?? '') ?? null });
  return rows.map((row) => {
    const { key, state, product, version, versionBefore, price, before, mayCostMore, reason } = row;
    const { slug, name } = product;
    return {
      ...{ plan: key, slug, name, state, version, versionBefore, price, before, mayCostMore, reason },
      effectiveAt: row.effectiveAt.toISOString(),
      by: named(row.authorKind, row.authorId),
      plannedAt: row.createdAt.toISOString(),
      announcedAt: row.announcedAt?.toISOString() ?? null,
      approved: row.approvedAt && { at: row.approvedAt.toISOString(), by: named('person', row.approvedBy) },
      endedAt: row.endedAt?.toISOString() ?? null,
    };
  });
}
