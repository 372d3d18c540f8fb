import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { momentText } from '../../lib/text/times.ts';
import type { Context } from '../context.ts';
import type { OperatorChange } from '../operator/change.ts';
import { findPublished } from '../operator/product-releases.ts';
import type { StoredPlan } from '../store/catalogue/read-planned-versions.ts';
import type { Result } from '../store/writer.ts';

interface Wish {
  slug: string;
  /** As it stands in the address. */
  plan: string;
}

type Given = { slug: string; plan: number };

/** Another person says that a plan may be announced. */
export const approvePlan: OperatorChange<Wish, 'approve-plan', Given, Context> = {
  right: 'publish-product',
  verb: 'approve-plan',
  status: 200,
  async prepare(context, wish) {
    const given = await pendingOf(context, wish);
    return { payload: given, given };
  },
  answer: (result, given) => answerOf(result, given),
};

/** Announces another moment. */
export const movePlan: OperatorChange<Wish & { effectiveAt: string }, 'move-plan', Given, Context> = {
  right: 'publish-product',
  verb: 'move-plan',
  status: 200,
  async prepare(context, { effectiveAt, ...wish }) {
    const given = await pendingOf(context, wish);
    return { payload: { ...given, effectiveAt: Date.parse(effectiveAt) }, given };
  },
  answer: (result, given) => answerOf(result, given),
};

export const withdrawPlan: OperatorChange<Wish, 'withdraw-plan', Given, Context> = {
  right: 'publish-product',
  verb: 'withdraw-plan',
  status: 200,
  async prepare(context, wish) {
    const given = await pendingOf(context, wish);
    return { payload: given, given };
  },
  answer: (result, given) => answerOf(result, given),
};

async function pendingOf(context: Context, wish: Wish): Promise<Given> {
  const { state, key } = await findPlan(context, wish);
  if (state !== 'waiting' && state !== 'announced') throw ended(wish.slug);
  return { slug: wish.slug, plan: key };
}

/** A plan of a product, whatever became of it. */
export async function findPlan(context: Context, { slug, plan }: Wish): Promise<StoredPlan> {
  await findPublished(context, slug);
  const key = /^[1-9]\d{0,8}$/.test(plan) ? Number(plan) : 0;
  const wish = { before: key + 1, most: 1 };
  const { rows } = await context.store.plannedVersions.list({ slug }, wish, new Date());
  const found = rows.find((row) => row.key === key);
  if (found) return found;
  throw new Problem('not-found', `The product ${slug} has no plan ${JSON.stringify(plan.slice(0, 20))}.`);
}

function ended(slug: string): Problem {
  return new Problem(
    'changed-meanwhile',
    `This plan of ${slug} has ended: it is in force, or was withdrawn or replaced. Nothing was changed: see what is planned now.`,
  );
}

const refusals: Partial<Record<Result<'move-plan'>['outcome'], string>> = {
  'not-waiting': 'It is announced already.',
  'no-person': 'Sign in to approve it: this key belongs to no person.',
  'same-person': 'Another person has to approve it than who planned it.',
};

function answerOf({ outcome, plan, after, earliestMs }: Result<'move-plan'>, given: Given) {
  if (outcome === 'gone') throw ended(given.slug);
  if (outcome === 'too-early') throw tooEarly('/effectiveAt', earliestMs ?? 0);
  const detail = refusals[outcome];
  if (detail !== undefined) throw invalidBody([{ pointer: '', detail }]);
  return { slug: given.slug, plan: plan ?? given.plan, planned: after ? plannedOf(after) : null };
}

export function plannedOf({ at, waits }: { at: number; waits: boolean }) {
  return { effectiveAt: new Date(at).toISOString(), waits };
}

/** Why a version that may cost more cannot be in force that soon. */
export function tooEarly(pointer: string, earliest: number): Problem {
  const at = momentText(new Date(earliest).toISOString());
  return invalidBody([
    {
      pointer,
      detail: `Some calls can cost more than before, and callers have a notice: it can be in force from ${at} UTC on.`,
    },
  ]);
}
