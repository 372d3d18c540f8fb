import { z } from 'zod';
import type { JsonObject } from '../../../lib/json/json.ts';
import { decidePlan, type PlanDecision, type PriceRule } from '../../../lib/product/decide-plan.ts';
import { planNumbers } from '../../../lib/product/planned-version.ts';
import { mayCostMore } from '../../../lib/product/priced-template.ts';
import { job } from '../sql/job.ts';
import type { Author } from '../author.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { writeTerms } from '../portal-pages/terms-jobs.ts';
import { consoleOwner } from './audience.ts';
import { writeRelease } from './product-releases.ts';
import { writeApisOfProducts, writeProductTexts } from './product-texts.ts';
import {
  databaseNow,
  endPlan,
  type PendingPlan,
  pendingPlan,
  planVersion,
  priceRule,
  readFacts,
  type VersionedProduct,
  versionedProduct,
  writeCredentials,
  writeCredentialsOfVersions,
} from './product-versions.ts';
import {
  type OwnedProduct,
  ownerClaim,
  type OwnerClaim,
  type ProductOwner,
  type PublishedProduct,
  publishedProduct,
} from './published-product.ts';

const upsert = statement<{ key: number }>(
  `INSERT INTO Product (id, slug, name, sortName, status, priceFrom, priceTo, deprecated, createdAt, updatedAt, versionKey, card, introduction, doc, file, source, visibility, wasOnline, approval)
   VALUES (?, ?, ?, ?, coalesce(?, 0), ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, coalesce(?, 0), ?, coalesce(?, 0))
   ON CONFLICT (slug) DO UPDATE SET
     name = excluded.name, sortName = excluded.sortName, status = coalesce(?, Product.status),
     visibility = coalesce(?, Product.visibility), approval = coalesce(?, Product.approval),
     priceFrom = excluded.priceFrom, priceTo = excluded.priceTo,
     wasOnline = CASE WHEN excluded.wasOnline = 1 THEN 1 ELSE Product.wasOnline END,
     deprecated = excluded.deprecated, updatedAt = excluded.updatedAt,
     versionKey = excluded.versionKey, introduction = excluded.introduction, doc = excluded.doc,
     source = CASE WHEN excluded.file IS NULL THEN Product.source ELSE excluded.source END,
     file = coalesce(excluded.file, Product.file)
   RETURNING key`,
);
const writeSearchWords = statement('UPDATE Product SET searchWords = ? WHERE key = ?');
const forgetTags = statement('DELETE FROM ProductTag WHERE productKey = ?');
const findTag = statement<{ key: number }>(
  'SELECT coalesce(mergedInto, key) AS key FROM Tag WHERE kind = ? AND slug = ?',
);
const addTag = statement('INSERT INTO ProductTag (productKey, tagKey, kind, position) VALUES (?, ?, ?, ?)');

interface PublishResult {
  /** In the order of the payload. */
  products: PublishedVersion[];
  /** Products that got another owner since: for these nothing of the payload was written. */
  taken?: OwnedProduct[];
  /** Slugs of products that were published since they were read: then nothing was written. */
  changed?: string[];
  /** Products whose new version cannot be planned as it was wished: then nothing was written. */
  refused?: RefusedPlan[];
}

interface PublishedVersion {
  slug: string;
  created: boolean;
  /** The number of the template version that the product runs now, or is to run. */
  version: number;
  /** The number of its last release. */
  release: number;
  /** If it does not run that version yet. */
  planned?: { at: number; waits: boolean };
}

interface RefusedPlan {
  slug: string;
  /** Undefined if another version is planned already. */
  earliestMs?: number;
}

/**
 * Writes whole products: template, version where it is a new one, product, tags, texts. All of a payload or none. What may
 * cost more than the version in force is planned, and in force once its notice has passed; texts are published at once.
 */
export const publish = job({
  name: 'publish',
  payload: z.strictObject({ products: z.array(publishedProduct), now: z.int() }),
  publishes: 'catalogue',
  *steps({ products, now }, author): Steps<PublishResult> {
    const taken = yield* findTaken(products);
    if (taken.length > 0) return { products: [], taken };
    const changed = yield* findChanged(products);
    if (changed.length > 0) return { products: [], changed };
    const moment = { rule: yield* priceRule(), at: yield* databaseNow() };
    const intended: Intended[] = [];
    for (const product of products) intended.push(yield* intend(product, moment));
    const refused = intended.flatMap(refusalOf);
    if (refused.length > 0) return { products: [], refused };
    const result: PublishResult = { products: [] };
    const keys: number[] = [];
    for (const one of intended) {
      const version = yield* writeVersion(one.product.template, now);
      const runs = versionThatRuns(one, version.key);
      const key = yield* writeProduct(one.product, runs, now);
      keys.push(key);
      const planned = yield* writePlan(one, version.key, { key, author, at: moment.at });
      const release = yield* writeRelease(key, one.product, runs.versionKey, { author, now });
      const names = { slug: one.product.slug, created: !one.stored };
      result.products.push({ ...names, version: version.number, release, ...(planned && { planned }) });
    }
    yield* writeApisOfProducts(keys);
    return result;
  },
  audit: ({ products }, result) => {
    if (result.taken || result.changed || result.refused) return null;
    const given = new Map(products.map((one) => [one.slug, one]));
    const published = result.products.map(({ slug, created, version, planned }): JsonObject => {
      const { status = null, visibility, approval, terms } = given.get(slug) ?? {};
      return {
        ...{ slug, created, version, status },
        ...(visibility !== undefined && { visibility }),
        ...(approval !== undefined && { approval }),
        ...(terms !== undefined && { terms }),
        ...(planned && { effectiveAt: new Date(planned.at).toISOString(), waits: planned.waits }),
      };
    });
    return { target: null, after: { products: published } };
  },
});

/** A product on its way, with what was decided of its version. */
interface Intended {
  product: PublishedProduct;
  stored: VersionedProduct | undefined;
  pending: PendingPlan | undefined;
  decision: PlanDecision;
  mayCostMore: () => boolean;
}

const findStoredVersion = statement<{ key: number }>(
  'SELECT v.key AS key FROM TemplateVersion v JOIN Template t ON t.key = v.templateKey WHERE t.id = ? AND v.hash = ?',
);

function* intend(product: PublishedProduct, { rule, at }: { rule: PriceRule; at: number }): Steps<Intended> {
  const { slug, template, owner, effectiveAt } = product;
  const stored = yield* versionedProduct(slug, at);
  let costsMore: boolean | undefined;
  const isDearer = () => (costsMore ??= stored ? mayCostMore(stored.document, template.document) : false);
  const known = { product, stored, mayCostMore: isDearer };
  if (!stored) return { ...known, pending: undefined, decision: { kind: 'now' } };
  const pending = yield* pendingPlan(stored.key);
  const next = yield* first(findStoredVersion, template.id, template.hash);
  const decision = decidePlan(
    {
      ...{ current: stored.versionKey, next: next?.key ?? noVersion, pending, mayCostMore: isDearer },
      wasOnline: stored.wasOnline === 1,
      isOfFile: (owner?.file ?? stored.file) !== consoleOwner,
      ...{ wishedMs: effectiveAt, nowMs: at },
    },
    rule,
  );
  return { ...known, pending, decision };
}

/** One that is not stored yet. */
const noVersion = 0;

function refusalOf({ product: { slug }, decision }: Intended): RefusedPlan[] {
  if (decision.kind === 'other-planned') return [{ slug }];
  return decision.kind === 'too-early' ? [{ slug, earliestMs: decision.earliestMs }] : [];
}

type VersionThatRuns = Pick<VersionedProduct, 'versionKey' | 'priceFrom' | 'priceTo' | 'document'>;

function versionThatRuns({ product, stored, decision }: Intended, versionKey: number): VersionThatRuns {
  if (stored && decision.kind !== 'now' && stored.versionKey !== versionKey) return stored;
  const { priceFrom, priceTo, template } = product;
  return { versionKey, priceFrom, priceTo, document: template.document };
}

/** Writes what was decided, and returns when the version is to be in force if it is not. */
function* writePlan(
  { product, stored, pending, decision, mayCostMore: isDearer }: Intended,
  versionKey: number,
  { key, author, at }: { key: number; author: Author; at: number },
): Steps<PublishedVersion['planned']> {
  if (!stored || (!pending && decision.kind !== 'planned')) return undefined;
  if (decision.kind === 'same') {
    yield* writeCredentialsOfVersions(key);
    if (pending?.versionKey !== versionKey) return undefined;
    return { at: msOf(pending.effectiveAt), waits: pending.state === planNumbers.waiting };
  }
  if (pending) {
    const becomes = decision.kind === 'now' ? planNumbers.withdrawn : planNumbers.replaced;
    yield* endPlan(key, pending, becomes, at);
  }
  if (decision.kind === 'planned') {
    const { effectiveMs, waits } = decision;
    const { kind, id, reason = null } = author;
    yield* planVersion({
      ...{ product: stored, effectiveMs, waits, mayCostMore: isDearer(), now: at },
      next: { versionKey, priceFrom: product.priceFrom, priceTo: product.priceTo },
      author: { kind, id, reason },
    });
  }
  yield* writeCredentialsOfVersions(key);
  return decision.kind === 'planned' ? { at: decision.effectiveMs, waits: decision.waits } : undefined;
}

function* writeProduct(product: PublishedProduct, runs: VersionThatRuns, now: number): Steps<number> {
  const { id, slug, name, sortName, status, visibility, introduction, doc, owner } = product;
  const { versionKey, priceFrom, priceTo } = runs;
  const facts = readFacts(runs.document);
  const names = [id, slug, name, sortName];
  const columns = [status, priceFrom, priceTo, facts.deprecated, timeOf(now), timeOf(now), versionKey];
  const texts = [introduction, doc, owner?.file ?? null, owner?.source ?? null];
  const [seen, approval] = [visibility ?? null, product.approval ?? null];
  const given = [seen, status ?? 0, approval, status, seen, approval];
  const written = yield* first(upsert, ...names, ...columns, ...texts, ...given);
  if (!written) throw new Error(`The product ${slug} was not written.`);
  yield* run(writeSearchWords, product.searchWords ?? '[]', written.key);
  yield* writeTags(written.key, product);
  if (product.terms !== undefined) yield* writeTerms(written.key, product.terms);
  yield* writeCredentials(written.key, facts.credentials);
  yield* writeProductTexts(written.key);
  return written.key;
}

function* writeTags(productKey: number, { slug, tags }: PublishedProduct): Steps<void> {
  yield* run(forgetTags, productKey);
  const written = new Set<number>();
  for (const [position, tag] of tags.entries()) {
    const found = yield* first(findTag, tag.kind, tag.slug);
    if (!found) throw new Error(`The product ${slug} has the tag ${tag.slug}, which is not published.`);
    // Two slugs may be one tag since a merge.
    if (written.has(found.key)) continue;
    written.add(found.key);
    yield* run(addTag, productKey, found.key, tag.kind, position);
  }
}

const lastNumber = statement<{ number: number }>(
  `SELECT r.number FROM ProductRelease r JOIN Product p ON p.key = r.productKey
    WHERE p.slug = ? ORDER BY r.number DESC LIMIT 1`,
);

function* findChanged(products: readonly PublishedProduct[]): Steps<string[]> {
  const changed: string[] = [];
  for (const { slug, after } of products) {
    if (after !== undefined && ((yield* first(lastNumber, slug))?.number ?? 0) !== after) changed.push(slug);
  }
  return changed;
}

interface Version {
  key: number;
  number: number;
}

const keepTemplate = statement(
  'INSERT INTO Template (id, createdAt) VALUES (?, ?) ON CONFLICT (id) DO NOTHING',
);
const findTemplate = statement<{ key: number }>('SELECT key FROM Template WHERE id = ?');
const findVersion = statement<Version>(
  'SELECT key, number FROM TemplateVersion WHERE templateKey = ? AND hash = ?',
);
const addVersion = statement<Version>(
  `INSERT INTO TemplateVersion (templateKey, number, hash, createdAt, document)
   VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM TemplateVersion WHERE templateKey = ?), ?, ?, ?)
   RETURNING key, number`,
);

/** A template that equals an earlier version gets that version again. */
function* writeVersion({ id, hash, document }: PublishedProduct['template'], now: number): Steps<Version> {
  yield* run(keepTemplate, id, timeOf(now));
  const { key } = (yield* first(findTemplate, id)) ?? { key: 0 };
  const version =
    (yield* first(findVersion, key, hash)) ??
    (yield* first(addVersion, key, key, hash, timeOf(now), document));
  if (!version) throw new Error(`The template ${id} was not written.`);
  return version;
}

const own = statement('UPDATE Product SET file = ?, source = ? WHERE slug = ?');

/** Writes what products were published from, where nothing else of them changes. */
export const ownProducts = job({
  name: 'own-products',
  payload: z.strictObject({ owners: z.array(ownerClaim.required({ owner: true })) }),
  publishes: 'catalogue',
  locks: 'catalogue',
  *steps({ owners }): Steps<{
    /** Products that got another owner since: for these nothing of the payload was written. */
    taken?: OwnedProduct[];
  }> {
    const taken = yield* findTaken(owners);
    if (taken.length > 0) return { taken };
    for (const { slug, owner } of owners) yield* run(own, owner.file, owner.source, slug);
    return {};
  },
  audit: ({ owners }, result) =>
    result.taken ? null : { target: null, after: { products: owners.map(({ slug }) => slug) } },
});

/** Nothing but its entry in the audit log. */
export const tryProduct = job({
  name: 'try-product',
  publishes: false,
  *steps(_: { slug: string; status: number | null; tookMs: number }): Steps<Record<string, never>> {
    return {};
  },
  audit: ({ slug, ...trial }) => ({ target: slug, after: trial }),
});

const findOwned = statement<OwnedProduct>(
  'SELECT slug, file, source FROM Product WHERE slug = ? AND file IS NOT NULL',
);

/** Products whose owner changed after the plan. Only the writing transaction knows which apply came first. */
function* findTaken(claims: readonly OwnerClaim[]): Steps<OwnedProduct[]> {
  const taken: OwnedProduct[] = [];
  for (const { slug, owner, before } of claims) {
    if (before === undefined) continue;
    const stored = yield* first(findOwned, slug);
    if (stored && !isSame(stored, before) && !isSame(stored, owner)) taken.push(stored);
  }
  return taken;
}

function isSame(one: ProductOwner, other: ProductOwner | null | undefined): boolean {
  return one.file === other?.file && one.source === other.source;
}
