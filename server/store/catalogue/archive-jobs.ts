import { job } from '../sql/job.ts';
import { all, first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { forgetApiTexts, writeApisOfProducts, writeApiTexts, writeProductTexts } from './product-texts.ts';

interface Found {
  key: number;
  versionKey: number;
  status: number;
  wasOnline: number;
  archivedAt: Date | number | null;
}

const find = statement<Found>(
  'SELECT key, versionKey, status, wasOnline, archivedAt FROM Product WHERE slug = ? AND file = ?',
);
const archive = statement('UPDATE Product SET status = 0, archivedAt = ?, updatedAt = ? WHERE key = ?');
const restore = statement('UPDATE Product SET archivedAt = NULL, updatedAt = ? WHERE key = ?');

interface ArchivePayload {
  slug: string;
  /** Only a product that this owner has. */
  owner: string;
  now: number;
}

/** Takes a product out of the catalogue for good. Its calls, receipts and versions stay. */
export const archiveProduct = job({
  name: 'archive-product',
  publishes: 'catalogue',
  *steps({ slug, owner, now }: ArchivePayload): Steps<{ changed: boolean; wasOnline: boolean }> {
    const product = yield* first(find, slug, owner);
    if (!product || product.archivedAt !== null) return { changed: false, wasOnline: false };
    yield* run(archive, timeOf(now), timeOf(now), product.key);
    yield* writeProductTexts(product.key);
    yield* writeApisOfProducts([product.key]);
    return { changed: true, wasOnline: product.status === 1 };
  },
  audit: ({ slug }, { changed, wasOnline }) =>
    changed ? { target: slug, before: { online: wasOnline }, after: { archived: true } } : null,
});

/** Brings a product back from the archive, offline. */
export const restoreProduct = job({
  name: 'restore-product',
  publishes: 'catalogue',
  *steps({ slug, owner, now }: ArchivePayload): Steps<{ changed: boolean }> {
    const product = yield* first(find, slug, owner);
    if (!product || product.archivedAt === null) return { changed: false };
    yield* run(restore, timeOf(now), product.key);
    return { changed: true };
  },
  audit: ({ slug }, { changed }) =>
    changed ? { target: slug, before: { archived: true }, after: { archived: false } } : null,
});

const templateOf = statement<{ templateKey: number }>(
  'SELECT templateKey FROM TemplateVersion WHERE key = ?',
);
const place = statement<{ apiKey: number }>('SELECT apiKey FROM ApiOperation WHERE productKey = ?');
const forgetSearch = statement(
  'DELETE FROM product_search WHERE rowid = ?',
  'DELETE FROM product_search WHERE productKey = ?',
);
const forgetStale = statement('DELETE FROM StaleProduct WHERE productKey = ?');
const forgetPlace = statement('DELETE FROM ApiOperation WHERE productKey = ?');
const forgetTags = statement('DELETE FROM ProductTag WHERE productKey = ?');
const forgetCredentials = statement('DELETE FROM ProductCredential WHERE productKey = ?');
const forgetReleases = statement('DELETE FROM ProductRelease WHERE productKey = ?');
const forgetPlans = statement('DELETE FROM PlannedVersion WHERE productKey = ?');
const forgetProduct = statement('DELETE FROM Product WHERE key = ?');
const forgetVersions = statement('DELETE FROM TemplateVersion WHERE templateKey = ?');
const forgetTemplate = statement('DELETE FROM Template WHERE key = ?');

/** Deletes a product that was never online, with all that is of it. Only such a product surely has no calls. */
export const deleteProduct = job({
  name: 'delete-product',
  publishes: 'catalogue',
  *steps({ slug, owner }: Omit<ArchivePayload, 'now'>): Steps<{ deleted: boolean }> {
    const product = yield* first(find, slug, owner);
    if (!product || product.wasOnline === 1 || product.status === 1) return { deleted: false };
    const of = yield* first(place, product.key);
    yield* forgetWhole(product);
    if (of) yield* writeApiTexts(of.apiKey);
    return { deleted: true };
  },
  audit: ({ slug }, { deleted }) => (deleted ? { target: slug } : null),
});

function* forgetWhole({ key, versionKey }: Pick<Found, 'key' | 'versionKey'>): Steps<void> {
  const template = yield* first(templateOf, versionKey);
  const its = [
    forgetSearch,
    forgetStale,
    forgetPlace,
    forgetTags,
    forgetCredentials,
    forgetReleases,
    forgetPlans,
  ];
  for (const forget of [...its, forgetProduct]) yield* run(forget, key);
  if (!template) return;
  yield* run(forgetVersions, template.templateKey);
  yield* run(forgetTemplate, template.templateKey);
}

/** Products of an API are archived, brought back or deleted so many at a time. */
const productsAtOnce = 32;

const findApi = statement<{ key: number }>('SELECT key FROM Api WHERE slug = ? AND file = ?');
/** `archived`: whether they are in the archive. */
const productsIn = (archived: boolean) =>
  statement<{ key: number }>(
    `SELECT p.key FROM ApiOperation o JOIN Product p ON p.key = o.productKey
      WHERE o.apiKey = ? AND p.file = ? AND p.archivedAt IS ${archived ? 'NOT NULL' : 'NULL'}
      ORDER BY o.position, p.key LIMIT ${productsAtOnce + 1}`,
  );
const findOffered = productsIn(false);
const findArchived = productsIn(true);

interface ApiPayload extends ArchivePayload {
  /** Into the archive, or out of it. */
  archived: boolean;
}

/** Archives the products of an API that its owner keeps, or brings them back, some at a time. */
export const archiveApi = job({
  name: 'archive-api',
  publishes: 'catalogue',
  *steps({ slug, owner, archived, now }: ApiPayload): Steps<{ products: number; hasMore: boolean }> {
    const api = yield* first(findApi, slug, owner);
    if (!api) return { products: 0, hasMore: false };
    const found = yield* all(archived ? findOffered : findArchived, api.key, owner);
    const products = found.slice(0, productsAtOnce);
    for (const { key } of products) {
      yield* archived ? run(archive, timeOf(now), timeOf(now), key) : run(restore, timeOf(now), key);
      yield* writeProductTexts(key);
    }
    yield* writeApiTexts(api.key);
    return { products: products.length, hasMore: found.length > productsAtOnce };
  },
  audit: ({ slug, archived }, { products }) =>
    products > 0 ? { target: slug, before: { archived: !archived }, after: { archived, products } } : null,
});

/** What stands in the way of deleting an API: a product that was online, or that another owner has. */
const findHindrance = statement<{ slug: string; wasOnline: number }>(
  `SELECT p.slug, p.wasOnline FROM ApiOperation o JOIN Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND (p.wasOnline = 1 OR p.status = 1 OR p.file IS NULL OR p.file <> ?)
    ORDER BY o.position, p.key LIMIT 1`,
);
const findProducts = statement<Pick<Found, 'key' | 'versionKey'>>(
  `SELECT p.key, p.versionKey FROM ApiOperation o JOIN Product p ON p.key = o.productKey
    WHERE o.apiKey = ? ORDER BY o.position, p.key LIMIT ${productsAtOnce + 1}`,
);
const forgetDocument = statement('DELETE FROM FollowedDocument WHERE apiKey = ?');
const forgetApi = statement('DELETE FROM Api WHERE key = ?');

interface ApiDeletion {
  products: number;
  hasMore: boolean;
  /** A product that is in the way. */
  hindrance?: { slug: string; wasOnline: boolean };
}

/** Deletes an API of which no product was ever online, with its products, some at a time; the API comes last. */
export const deleteApi = job({
  name: 'delete-api',
  publishes: 'catalogue',
  *steps({ slug, owner }: Omit<ArchivePayload, 'now'>): Steps<ApiDeletion> {
    const api = yield* first(findApi, slug, owner);
    if (!api) return { products: 0, hasMore: false };
    const hindrance = yield* first(findHindrance, api.key, owner);
    if (hindrance) {
      const { wasOnline, slug: its } = hindrance;
      return { products: 0, hasMore: false, hindrance: { slug: its, wasOnline: wasOnline === 1 } };
    }
    const found = yield* all(findProducts, api.key);
    const products = found.slice(0, productsAtOnce);
    for (const product of products) yield* forgetWhole(product);
    const hasMore = found.length > productsAtOnce;
    if (hasMore) yield* writeApiTexts(api.key);
    else {
      yield* run(forgetDocument, api.key);
      yield* forgetApiTexts(api.key);
      yield* run(forgetApi, api.key);
    }
    return { products: products.length, hasMore };
  },
  audit: ({ slug }, { products, hasMore, hindrance }) =>
    hindrance === undefined ? { target: slug, before: { products }, after: { deleted: !hasMore } } : null,
});
