import { z } from 'zod';
import type { PublishedProduct, PublishPayload, PublishResult } from '../../catalogue-changes.ts';
import { writeApisOfProducts } from '../api-texts.ts';
import { writeProductTexts } from '../product-texts.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { findTaken } from './find-taken.ts';

const find = statement<{ key: number }>('SELECT key FROM Product WHERE slug = ?');
const upsert = statement<{ key: number }>(
  `INSERT INTO Product (id, slug, name, sortName, status, priceFrom, priceTo, deprecated, createdAt, updatedAt, versionKey, card, introduction, doc, file, source)
   VALUES (?, ?, ?, ?, coalesce(?, 0), ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?)
   ON CONFLICT (slug) DO UPDATE SET
     name = excluded.name, sortName = excluded.sortName, status = coalesce(?, Product.status),
     priceFrom = excluded.priceFrom, priceTo = excluded.priceTo,
     deprecated = excluded.deprecated, updatedAt = excluded.updatedAt,
     versionKey = excluded.versionKey, introduction = excluded.introduction, doc = excluded.doc,
     source = CASE WHEN excluded.file IS NULL THEN Product.source ELSE excluded.source END,
     file = coalesce(excluded.file, Product.file)
   RETURNING key`,
);
const forgetTags = statement('DELETE FROM ProductTag WHERE productKey = ?');
const findTag = statement<{ key: number }>('SELECT key FROM Tag WHERE kind = ? AND slug = ?');
const addTag = statement('INSERT INTO ProductTag (productKey, tagKey, kind, position) VALUES (?, ?, ?, ?)');

/** Writes whole products: template, version where it is a new one, product, tags, texts. All of a payload or none. */
export function* publish({ products, now }: PublishPayload): Steps<PublishResult> {
  const taken = yield* findTaken(products);
  if (taken.length > 0) return { products: [], taken };
  const result: PublishResult = { products: [] };
  const keys: number[] = [];
  for (const product of products) {
    const created = (yield* first(find, product.slug)) === undefined;
    const version = yield* writeVersion(product.template, now);
    keys.push(yield* writeProduct(product, version.key, now));
    result.products.push({ slug: product.slug, created, version: version.number });
  }
  yield* writeApisOfProducts(keys);
  return result;
}

function* writeProduct(product: PublishedProduct, versionKey: number, now: number): Steps<number> {
  const { id, slug, name, sortName, status, priceFrom, priceTo, introduction, doc, owner } = product;
  const deprecated = isDeprecated(product.template.document);
  const names = [id, slug, name, sortName];
  const facts = [status, priceFrom, priceTo, deprecated, timeOf(now), timeOf(now), versionKey];
  const texts = [introduction, doc, owner?.file ?? null, owner?.source ?? null];
  const written = yield* first(upsert, ...names, ...facts, ...texts, status);
  if (!written) throw new Error(`The product ${slug} was not written.`);
  yield* writeTags(written.key, product);
  yield* writeProductTexts(written.key);
  return written.key;
}

function* writeTags(productKey: number, { slug, tags }: PublishedProduct): Steps<void> {
  yield* run(forgetTags, productKey);
  for (const [position, tag] of tags.entries()) {
    const found = yield* first(findTag, tag.kind, tag.slug);
    if (!found) throw new Error(`The product ${slug} has the tag ${tag.slug}, which is not published.`);
    yield* run(addTag, productKey, found.key, tag.kind, position);
  }
}

const template = z.object({ deprecated: z.boolean().default(false) });

/** As in the column of the product: 0 or 1. */
function isDeprecated(document: string): number {
  return Number(template.parse(JSON.parse(document)).deprecated);
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
