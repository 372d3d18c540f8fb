import { z } from 'zod';
import { planNumbers } from '../../../lib/product/planned-version.ts';
import type { PriceRule } from '../../../lib/product/decide-plan.ts';
import { all, first, msOf, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { writeProductTexts } from './product-texts.ts';
import { repeatRelease } from './product-releases.ts';

// Which version a product has, and which is to follow. Jobs that publish and jobs that plan share these steps.

/** Holds decide by the same clock: that of PostgreSQL, or of the process that writes SQLite. */
const clock = statement<{ now: number | null }>(
  'SELECT NULL AS now',
  'SELECT ms_of(clock_timestamp()) AS now',
);

export function* databaseNow(): Steps<number> {
  return (yield* first(clock))?.now ?? Date.now();
}

const readRule = statement<{ noticeDays: number; needsSecond: number }>(
  'SELECT noticeDays, needsSecond FROM PriceRule WHERE key = 1',
);

const dayMs = 24 * 60 * 60_000;

export function* priceRule(): Steps<PriceRule> {
  return ruleOf(yield* first(readRule));
}

/** A database that no portal has opened has no callers, and no rule. */
export function ruleOf(row: { noticeDays: number; needsSecond: number } | undefined): PriceRule {
  return { noticeMs: (row?.noticeDays ?? 0) * dayMs, needsSecond: row?.needsSecond === 1 };
}

export interface VersionedProduct {
  key: number;
  versionKey: number;
  priceFrom: number;
  priceTo: number;
  wasOnline: number;
  file: string | null;
  document: string;
}

const findProduct = statement<VersionedProduct & { nextAt: number | Date | null }>(
  `SELECT p.key AS key, p.versionKey, p.priceFrom, p.priceTo, p.wasOnline, p.file, p.nextAt, v.document
     FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey WHERE p.slug = ?`,
);

/** The product with the version that is in force now: one whose moment has passed is made its own first. */
export function* versionedProduct(slug: string, now: number): Steps<VersionedProduct | undefined> {
  const found = yield* first(findProduct, slug);
  const nextAt = found ? msOf(found.nextAt) : null;
  if (!found || nextAt === null || nextAt > now) return found;
  yield* takeEffect(found.key);
  return yield* first(findProduct, slug);
}

export interface PendingPlan {
  key: number;
  versionKey: number;
  state: number;
  priceFrom: number;
  priceTo: number;
  effectiveAt: number | Date;
  mayCostMore: number;
  authorKind: string;
  authorId: string | null;
  reason: string | null;
}

const pendingColumns =
  'key, versionKey, state, priceFrom, priceTo, effectiveAt, mayCostMore, authorKind, authorId, reason';
const findPending = statement<PendingPlan>(
  `SELECT ${pendingColumns} FROM PlannedVersion WHERE productKey = ? AND state < ${planNumbers.inForce}`,
);

/** What is announced or waits for approval. */
export function pendingPlan(productKey: number): Steps<PendingPlan | undefined> {
  return first(findPending, productKey);
}

interface NewPlan {
  product: Pick<VersionedProduct, 'key' | 'versionKey' | 'priceFrom' | 'priceTo'>;
  next: { versionKey: number; priceFrom: number; priceTo: number };
  effectiveMs: number;
  /** Whether it waits for approval. */
  waits: boolean;
  mayCostMore: boolean;
  author: { kind: string; id: string | null; reason: string | null };
  now: number;
}

const addPlan = statement(
  `INSERT INTO PlannedVersion (productKey, versionKey, beforeKey, priceFrom, priceTo, beforeFrom, beforeTo, state, effectiveAt,
                               mayCostMore, reason, createdAt, announcedAt, authorKind, authorId, changedAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const repeat = statement('UPDATE Product SET nextVersionKey = ?, nextAt = ? WHERE key = ?');

/** Plans a version. What is announced stands in the row of the product, too, for the hold. */
export function* planVersion({
  product,
  next,
  effectiveMs,
  waits,
  mayCostMore,
  author,
  now,
}: NewPlan): Steps<void> {
  const at = timeOf(effectiveMs);
  const versions = [product.key, next.versionKey, product.versionKey];
  const prices = [next.priceFrom, next.priceTo, product.priceFrom, product.priceTo];
  const state = waits ? planNumbers.waiting : planNumbers.announced;
  const times = [timeOf(now), waits ? null : timeOf(now)];
  const said = [mayCostMore ? 1 : 0, author.reason];
  yield* run(
    addPlan,
    ...versions,
    ...prices,
    state,
    at,
    ...said,
    ...times,
    author.kind,
    author.id,
    timeOf(now),
  );
  if (!waits) yield* run(repeat, next.versionKey, at, product.key);
}

const end = statement('UPDATE PlannedVersion SET state = ?, endedAt = ?, changedAt = ? WHERE key = ?');

/** Withdraws a plan, or lets another take its place. */
export function* endPlan(
  productKey: number,
  { key }: Pick<PendingPlan, 'key'>,
  state: typeof planNumbers.withdrawn | typeof planNumbers.replaced,
  now: number,
): Steps<void> {
  yield* run(end, state, timeOf(now), timeOf(now), key);
  yield* run(repeat, null, null, productKey);
}

const announce = statement(
  `UPDATE PlannedVersion SET state = ${planNumbers.announced}, effectiveAt = ?, announcedAt = ?, approvedAt = ?, approvedBy = ?, changedAt = ?
    WHERE key = ?`,
);

/** Announces a plan that waited for approval. */
export function* announcePlan(
  productKey: number,
  plan: Pick<PendingPlan, 'key' | 'versionKey'>,
  { effectiveMs, by, now }: { effectiveMs: number; by: string; now: number },
): Steps<void> {
  const [at, then] = [timeOf(now), timeOf(effectiveMs)];
  yield* run(announce, then, at, at, by, at, plan.key);
  yield* run(repeat, plan.versionKey, then, productKey);
}

const makeOwn = statement(
  `UPDATE Product SET versionKey = ?, priceFrom = ?, priceTo = ?, deprecated = ?, updatedAt = ?, nextVersionKey = NULL, nextAt = NULL
    WHERE key = ?`,
);
const nowInForce = statement(
  `UPDATE PlannedVersion SET state = ${planNumbers.inForce}, changedAt = effectiveAt WHERE key = ?`,
);
const readDocument = statement<{ document: string }>('SELECT document FROM TemplateVersion WHERE key = ?');

/** Makes the announced version of a product, whose moment has passed, its own. Calls have been priced by it since. */
export function* takeEffect(productKey: number): Steps<void> {
  const plan = yield* pendingPlan(productKey);
  if (plan?.state !== planNumbers.announced)
    throw new Error(`The product ${productKey} is to get a version that is not announced.`);
  const { versionKey, priceFrom, priceTo } = plan;
  const effectiveAt = timeOf(msOf(plan.effectiveAt));
  const facts = readFacts((yield* first(readDocument, versionKey))?.document ?? '{}');
  yield* run(makeOwn, versionKey, priceFrom, priceTo, facts.deprecated, effectiveAt, productKey);
  yield* run(nowInForce, plan.key);
  yield* writeCredentials(productKey, facts.credentials);
  yield* repeatRelease(productKey, { versionKey, at: effectiveAt, author: plan });
  yield* writeProductTexts(productKey);
}

const forgetCredentials = statement('DELETE FROM ProductCredential WHERE productKey = ?');
const addCredential = statement('INSERT INTO ProductCredential (name, productKey) VALUES (?, ?)');

export function* writeCredentials(productKey: number, names: ReadonlySet<string>): Steps<void> {
  yield* run(forgetCredentials, productKey);
  for (const name of names) yield* run(addCredential, name, productKey);
}

const readDocuments = statement<{ document: string }>(
  `SELECT v.document FROM Product p JOIN TemplateVersion v ON v.key IN (p.versionKey, p.nextVersionKey) WHERE p.key = ?`,
);

/** Which credentials a product sends, and will send by what is announced: neither is revoked unseen. */
export function* writeCredentialsOfVersions(productKey: number): Steps<void> {
  const documents = yield* all(readDocuments, productKey);
  const names = documents.flatMap(({ document }) => [...readFacts(document).credentials]);
  yield* writeCredentials(productKey, new Set(names));
}

const template = z.object({
  deprecated: z.boolean().default(false),
  'x-farebox': z.object({ secrets: z.array(z.object({ name: z.string() })).optional() }).optional(),
});

/** What columns and tables of the product have of its template. */
export function readFacts(document: string): { deprecated: 0 | 1; credentials: ReadonlySet<string> } {
  const { deprecated, 'x-farebox': extension } = template.parse(JSON.parse(document));
  return {
    deprecated: deprecated ? 1 : 0,
    credentials: new Set((extension?.secrets ?? []).map(({ name }) => name)),
  };
}
