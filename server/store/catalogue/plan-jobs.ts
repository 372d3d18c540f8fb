import { earliestMs } from '../../../lib/product/decide-plan.ts';
import { planNumbers } from '../../../lib/product/planned-version.ts';
import { job } from '../sql/job.ts';
import { all, first, msOf, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { writeApisOfProducts } from './product-texts.ts';
import {
  announcePlan,
  databaseNow,
  endPlan,
  type PendingPlan,
  pendingPlan,
  planVersion,
  priceRule,
  takeEffect,
  type VersionedProduct,
  versionedProduct,
  writeCredentialsOfVersions,
} from './product-versions.ts';

interface PlanPayload {
  /** Of the product. */
  slug: string;
  /** The number of the plan that the author saw. */
  plan: number;
}

/** What became of the wish. `gone`: the plan has ended or is in force by now. */
interface PlanResult {
  outcome: 'done' | 'unchanged' | 'gone' | 'not-waiting' | 'no-person' | 'same-person' | 'too-early';
  /** The number of the plan that is in its place now. */
  plan?: number;
  before?: { at: number; waits: boolean };
  after?: { at: number; waits: boolean };
  earliestMs?: number;
}

interface Found {
  product: VersionedProduct;
  plan: PendingPlan;
  now: number;
}

/** The plan that the author saw, if it is still one. */
function* findPlan({ slug, plan: key }: PlanPayload): Steps<Found | undefined> {
  const now = yield* databaseNow();
  const product = yield* versionedProduct(slug, now);
  const plan = product ? yield* pendingPlan(product.key) : undefined;
  return product && plan?.key === key ? { product, plan, now } : undefined;
}

const stateOf = ({ effectiveAt, state }: PendingPlan) => ({
  at: msOf(effectiveAt),
  waits: state === planNumbers.waiting,
});

const personOfKey = statement<{ id: string }>(
  'SELECT p.id AS id FROM ApiKey k JOIN Person p ON p.key = coalesce(k.operatorPersonKey, k.personKey) WHERE k.id = ?',
);

/** A key acts for the person who made it. Keys of the command line are nobody's. */
function* personOf(kind: string, id: string | null): Steps<string | undefined> {
  if (kind === 'person') return id ?? undefined;
  return kind === 'key' ? (yield* first(personOfKey, id))?.id : undefined;
}

/** Lets a plan that waits be announced. Its notice runs from now. */
export const approvePlan = job({
  name: 'approve-plan',
  publishes: 'catalogue',
  *steps(payload: PlanPayload, author): Steps<PlanResult> {
    const found = yield* findPlan(payload);
    if (!found) return { outcome: 'gone' };
    const { product, plan, now } = found;
    if (plan.state !== planNumbers.waiting) return { outcome: 'not-waiting' };
    const by = yield* personOf(author.kind, author.id);
    if (by === undefined) return { outcome: 'no-person' };
    const rule = yield* priceRule();
    if (rule.needsSecond && by === (yield* personOf(plan.authorKind, plan.authorId)))
      return { outcome: 'same-person' };
    const before = stateOf(plan);
    const effectiveMs = Math.max(before.at, earliestMs(plan.mayCostMore === 1, rule, now));
    yield* announcePlan(product.key, plan, { effectiveMs, by, now });
    yield* writeCredentialsOfVersions(product.key);
    return { outcome: 'done', plan: plan.key, before, after: { at: effectiveMs, waits: false } };
  },
  audit: ({ slug }, result) => changeOf(slug, result),
});

/** Moves a plan to another moment, which is announced anew. What may cost more keeps its notice. */
export const movePlan = job({
  name: 'move-plan',
  publishes: 'catalogue',
  *steps({ effectiveAt, ...payload }: PlanPayload & { effectiveAt: number }, author): Steps<PlanResult> {
    const found = yield* findPlan(payload);
    if (!found) return { outcome: 'gone' };
    const { product, plan, now } = found;
    const before = stateOf(plan);
    if (effectiveAt === before.at) return { outcome: 'unchanged', plan: plan.key };
    const rule = yield* priceRule();
    const earliest = Math.min(before.at, earliestMs(plan.mayCostMore === 1, rule, now));
    if (effectiveAt < Math.max(earliest, now)) return { outcome: 'too-early', earliestMs: earliest };
    const waits = before.waits || (rule.needsSecond && effectiveAt < before.at);
    const { versionKey, priceFrom, priceTo, mayCostMore, reason } = plan;
    yield* endPlan(product.key, plan, planNumbers.replaced, now);
    yield* planVersion({
      ...{ product, next: { versionKey, priceFrom, priceTo }, effectiveMs: effectiveAt, waits, now },
      mayCostMore: mayCostMore === 1,
      author: { kind: author.kind, id: author.id, reason: author.reason ?? reason },
    });
    yield* writeCredentialsOfVersions(product.key);
    const next = yield* pendingPlan(product.key);
    return { outcome: 'done', ...(next && { plan: next.key }), before, after: { at: effectiveAt, waits } };
  },
  audit: ({ slug }, result) => changeOf(slug, result),
});

/** Withdraws a plan before its moment. */
export const withdrawPlan = job({
  name: 'withdraw-plan',
  publishes: 'catalogue',
  *steps(payload: PlanPayload): Steps<PlanResult> {
    const found = yield* findPlan(payload);
    if (!found) return { outcome: 'gone' };
    const { product, plan, now } = found;
    yield* endPlan(product.key, plan, planNumbers.withdrawn, now);
    yield* writeCredentialsOfVersions(product.key);
    return { outcome: 'done', plan: plan.key, before: stateOf(plan) };
  },
  audit: ({ slug }, result) => changeOf(slug, result),
});

function changeOf(slug: string, { outcome, before, after }: PlanResult) {
  if (outcome !== 'done') return null;
  const told = (one: PlanResult['before']) =>
    one ? { effectiveAt: new Date(one.at).toISOString(), waits: one.waits } : null;
  return { target: slug, before: told(before), after: told(after) };
}

/** Together they take some ten milliseconds. */
const productsAtOnce = 16;

const findDue = statement<{ key: number; slug: string }>(
  `SELECT key, slug FROM Product WHERE nextAt IS NOT NULL AND nextAt <= ? ORDER BY nextAt, key LIMIT ${productsAtOnce}`,
);

/** Makes versions whose moment has passed the products' own, some at a time. Of several portals, one finds each. */
export const takeEffects = job({
  name: 'take-effect',
  publishes: 'catalogue',
  *steps(_: Record<string, never>): Steps<{ products: string[] }> {
    const due = yield* all(findDue, timeOf(yield* databaseNow()));
    for (const { key } of due) yield* takeEffect(key);
    yield* writeApisOfProducts(due.map(({ key }) => key));
    return { products: due.map(({ slug }) => slug) };
  },
  audit: (_, { products }) => (products.length > 0 ? { target: null, after: { products } } : null),
});

interface StoredRule {
  noticeDays: number;
  needsSecond: number;
}

const readRule = statement<StoredRule>('SELECT noticeDays, needsSecond FROM PriceRule WHERE key = 1');
const writeRule = statement(
  `INSERT INTO PriceRule (key, noticeDays, needsSecond, changedAt) VALUES (1, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET
       noticeDays = excluded.noticeDays, needsSecond = excluded.needsSecond, changedAt = excluded.changedAt`,
);

/**
 * Says what a version that may cost more needs. It stands in the database, so that it holds for every door: the portal
 * that started last says it, whatever the variables of a command are.
 */
export const setPriceRule = job({
  name: 'set-price-rule',
  publishes: false,
  locks: 'catalogue',
  *steps({
    noticeDays,
    needsSecond,
  }: {
    noticeDays: number;
    needsSecond: boolean;
  }): Steps<{ before: StoredRule | null; changed: boolean }> {
    const before = (yield* first(readRule)) ?? null;
    const second = needsSecond ? 1 : 0;
    if (before?.noticeDays === noticeDays && before.needsSecond === second) return { before, changed: false };
    yield* run(writeRule, noticeDays, second, timeOf(yield* databaseNow()));
    return { before, changed: true };
  },
  // The first start of a portal changes nothing that was.
  audit: ({ noticeDays, needsSecond }, { before, changed }) =>
    changed && before
      ? {
          target: null,
          before: { noticeDays: before.noticeDays, needsSecond: before.needsSecond === 1 },
          after: { noticeDays, needsSecond },
        }
      : null,
});
