import { z } from 'zod';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { kindNumbers } from '../../../lib/product/tag-kinds.ts';
import { writeTerms } from '../portal-pages/terms-jobs.ts';
import { writeApisOfProducts, writeApiTexts, writeProductTexts } from './product-texts.ts';

/** 1 api type, 2 provider, 3 capability, 4 label. */
export const tagKind = z.literal(kindNumbers);

export type TagKind = z.output<typeof tagKind>;

/** What a product was published from. */
export const productOwner = z.strictObject({
  /** The whole path of its catalogue file. */
  file: z.string(),
  /** The document that the file was drafted from, where one was. */
  source: z.string().nullable(),
});

export type ProductOwner = z.output<typeof productOwner>;

export interface OwnedProduct extends ProductOwner {
  slug: string;
}

const ownerClaim = z.strictObject({
  slug: z.string(),
  owner: productOwner.optional(),
  /** The owner when the apply was planned, or null for none. Left out: the claim holds against every owner. */
  before: productOwner.nullable().optional(),
});

export type OwnerClaim = z.output<typeof ownerClaim>;

/** Where it has no `owner`, that stays as it is. */
const publishedProduct = ownerClaim.extend({
  /** The number of its last release when it was read. Left out: it holds against every release. */
  after: z.int().min(0).optional(),
  id: z.string(),
  name: z.string(),
  sortName: z.string(),
  /** 0 offline, 1 online; null leaves it as it is, and a new product offline. */
  status: z.literal([0, 1]).nullable(),
  /** Who sees it: 0 everyone, 1 who is signed in, 2 chosen accounts. Without it a new product is for everyone, and others stay as they are. */
  visibility: z.literal([0, 1, 2]).optional(),
  /** 1 if its calls need approval. Without it a new product needs none, and others stay as they are. */
  approval: z.literal([0, 1]).optional(),
  /** The slug of the page that accounts have to accept, or `none`. Without it a new product has none, and others stay as they are. */
  terms: z.string().optional(),
  priceFrom: z.int().min(0),
  priceTo: z.int().min(0),
  /** JSON: array of {title, text}. */
  introduction: z.string(),
  /** JSON: words that only the search reads. Left out: none. */
  searchWords: z.string().optional(),
  doc: z.string(),
  /** In their order; `publish-tags` has written them before. */
  tags: z.array(z.strictObject({ kind: tagKind, slug: z.string() })),
  template: z.strictObject({ id: z.string(), hash: z.string(), document: z.string() }),
});

export type PublishedProduct = z.output<typeof publishedProduct>;

const find = statement<{ key: number }>('SELECT key FROM Product WHERE slug = ?');
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
  /** In the order of the payload: the number of the template version that the product runs now. */
  products: { slug: string; created: boolean; version: number }[];
  /** Products that got another owner since: for these nothing of the payload was written. */
  taken?: OwnedProduct[];
  /** Slugs of products that were published since they were read: then nothing was written. */
  changed?: string[];
}

/** Writes whole products: template, version where it is a new one, product, tags, texts. All of a payload or none. */
export const publish = job({
  name: 'publish',
  payload: z.strictObject({ products: z.array(publishedProduct), now: z.int() }),
  publishes: 'catalogue',
  *steps({ products, now }, author): Steps<PublishResult> {
    const taken = yield* findTaken(products);
    if (taken.length > 0) return { products: [], taken };
    const changed = yield* findChanged(products);
    if (changed.length > 0) return { products: [], changed };
    const result: PublishResult = { products: [] };
    const keys: number[] = [];
    for (const product of products) {
      const created = (yield* first(find, product.slug)) === undefined;
      const version = yield* writeVersion(product.template, now);
      const key = yield* writeProduct(product, version.key, now);
      keys.push(key);
      yield* writeRelease(key, product, version.key, { author, now });
      result.products.push({ slug: product.slug, created, version: version.number });
    }
    yield* writeApisOfProducts(keys);
    return result;
  },
  audit: ({ products }, result) => {
    if (result.taken || result.changed) return null;
    const given = new Map(products.map((one) => [one.slug, one]));
    const published = result.products.map(({ slug, created, version }): JsonObject => {
      const { status = null, visibility, approval, terms } = given.get(slug) ?? {};
      return {
        ...{ slug, created, version, status },
        ...(visibility !== undefined && { visibility }),
        ...(approval !== undefined && { approval }),
        ...(terms !== undefined && { terms }),
      };
    });
    return { target: null, after: { products: published } };
  },
});

function* writeProduct(product: PublishedProduct, versionKey: number, now: number): Steps<number> {
  const { id, slug, name, sortName, status, visibility, priceFrom, priceTo, introduction, doc, owner } =
    product;
  const facts = readFacts(product.template.document);
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

const lastRelease = statement<{ number: number; versionKey: number; texts: string }>(
  'SELECT number, versionKey, texts FROM ProductRelease WHERE productKey = ? ORDER BY number DESC LIMIT 1',
);
const addRelease = statement(
  `INSERT INTO ProductRelease (productKey, number, versionKey, texts, file, publishedAt, authorKind, authorId, reason)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

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

/** What a release keeps of a product beside its version. */
export const releasedTexts = publishedProduct.pick({
  ...{ name: true, introduction: true, doc: true, tags: true, searchWords: true },
});

/** What is published again unchanged is no release. */
function* writeRelease(
  productKey: number,
  product: PublishedProduct,
  versionKey: number,
  { author, now }: { author: Author; now: number },
): Steps<void> {
  const { name, introduction, doc, tags, searchWords, owner } = product;
  const texts = JSON.stringify({ name, introduction, doc, tags, searchWords });
  const last = yield* first(lastRelease, productKey);
  if (last?.versionKey === versionKey && last.texts === texts) return;
  const by = [author.kind, author.id, author.reason ?? null];
  const number = (last?.number ?? 0) + 1;
  yield* run(addRelease, productKey, number, versionKey, texts, owner?.file ?? null, timeOf(now), ...by);
}

const forgetCredentials = statement('DELETE FROM ProductCredential WHERE productKey = ?');
const addCredential = statement('INSERT INTO ProductCredential (name, productKey) VALUES (?, ?)');

function* writeCredentials(productKey: number, names: ReadonlySet<string>): Steps<void> {
  yield* run(forgetCredentials, productKey);
  for (const name of names) yield* run(addCredential, name, productKey);
}

const template = z.object({
  deprecated: z.boolean().default(false),
  'x-farebox': z.object({ secrets: z.array(z.object({ name: z.string() })).optional() }).optional(),
});

/** What columns and tables of the product have of its template. */
function readFacts(document: string): { deprecated: 0 | 1; credentials: ReadonlySet<string> } {
  const { deprecated, 'x-farebox': extension } = template.parse(JSON.parse(document));
  return {
    deprecated: deprecated ? 1 : 0,
    credentials: new Set((extension?.secrets ?? []).map(({ name }) => name)),
  };
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

const findProduct = statement<{ key: number }>('SELECT key FROM Product WHERE slug = ?');
const findApi = statement<{ key: number }>('SELECT key FROM Api WHERE slug = ?');
const findPlace = statement<{ apiKey: number }>('SELECT apiKey FROM ApiOperation WHERE productKey = ?');
const place = statement(
  `INSERT INTO ApiOperation (productKey, apiKey, groupIndex, position) VALUES (?, ?, ?, ?)
     ON CONFLICT (productKey) DO UPDATE SET
       apiKey = excluded.apiKey, groupIndex = excluded.groupIndex, position = excluded.position`,
);
const release = statement('DELETE FROM ApiOperation WHERE productKey = ?');

/** Puts products into their places among the operations of APIs, or lets them stand by themselves. */
export const placeOperations = job({
  name: 'place-operations',
  // A part of publishing, which is logged.
  payload: z.strictObject({
    places: z.array(
      z.strictObject({
        /** Of a product. */
        slug: z.string(),
        /** The slug of the API that it belongs to now; null where it belongs to none. */
        api: z.string().nullable(),
        groupIndex: z.int().min(0),
        position: z.int().min(0),
      }),
    ),
  }),
  publishes: 'catalogue',
  *steps({ places }): Steps<Record<string, never>> {
    const touched = new Set<number>();
    for (const { slug, api, groupIndex, position } of places) {
      const product = yield* first(findProduct, slug);
      if (!product) throw new Error(`The product ${slug} is not published.`);
      const before = yield* first(findPlace, product.key);
      if (before) touched.add(before.apiKey);
      if (api === null) yield* run(release, product.key);
      else {
        const found = yield* first(findApi, api);
        if (!found) throw new Error(`The API ${api} is not published.`);
        yield* run(place, product.key, found.key, groupIndex, position);
        touched.add(found.key);
      }
    }
    for (const apiKey of touched) yield* writeApiTexts(apiKey);
    return {};
  },
  audit: false,
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
