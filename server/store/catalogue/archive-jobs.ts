import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { writeApisOfProducts, writeApiTexts, writeProductTexts } from './product-texts.ts';

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
    const { key, versionKey } = product;
    const template = yield* first(templateOf, versionKey);
    const of = yield* first(place, key);
    const its = [forgetSearch, forgetStale, forgetPlace, forgetTags, forgetCredentials, forgetReleases];
    for (const forget of [...its, forgetProduct]) yield* run(forget, key);
    if (template) {
      yield* run(forgetVersions, template.templateKey);
      yield* run(forgetTemplate, template.templateKey);
    }
    if (of) yield* writeApiTexts(of.apiKey);
    return { deleted: true };
  },
  audit: ({ slug }, { deleted }) => (deleted ? { target: slug } : null),
});
