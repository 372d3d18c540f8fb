import type { Database } from 'better-sqlite3';
import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';
import { prepareFindTaken } from './find-taken.ts';
import { prepareProductTexts } from './product-texts.ts';
import { type PublishedProduct, publishPayload } from '../../catalogue-changes.ts';

/** Writes whole products: template, version where it is a new one, product, tags, texts. All of a payload or none. */
export const publish: Job<'publish'> = {
  payload: publishPayload,
  publishes: 'catalogue',
  prepare(database) {
    const writeVersion = prepareVersion(database);
    const writeTags = prepareTags(database);
    const writeTexts = prepareProductTexts(database);
    const findTaken = prepareFindTaken(database);
    const apiTexts = prepareApiTexts(database);
    const find = database.prepare<[string], number>('SELECT key FROM Product WHERE slug = ?').pluck();
    const upsert = database
      .prepare<[Record<string, unknown>], number>(
        `INSERT INTO Product (id, slug, name, sortName, status, priceFrom, priceTo, deprecated, createdAt, updatedAt, versionKey, card, introduction, doc, file, source)
         VALUES (@id, @slug, @name, @sortName, coalesce(@status, 0), @priceFrom, @priceTo,
                 coalesce(json_extract(@document, '$.deprecated'), 0), @now, @now, @versionKey, '', @introduction, @doc, @file, @source)
         ON CONFLICT (slug) DO UPDATE SET
           name = excluded.name, sortName = excluded.sortName, status = coalesce(@status, status),
           priceFrom = excluded.priceFrom, priceTo = excluded.priceTo,
           deprecated = excluded.deprecated, updatedAt = excluded.updatedAt,
           versionKey = excluded.versionKey, introduction = excluded.introduction, doc = excluded.doc,
           source = iif(excluded.file IS NULL, source, excluded.source), file = coalesce(excluded.file, file)
         RETURNING key`,
      )
      .pluck();

    const write = (product: PublishedProduct, now: number) => {
      const created = find.get(product.slug) === undefined;
      const version = writeVersion(product.template, now);
      const { tags: _tags, template, owner, before: _before, ...values } = product;
      const { file = null, source = null } = owner ?? {};
      const { document } = template;
      const key = upsert.get({ ...values, document, file, source, versionKey: version.key, now });
      if (key === undefined) throw new Error(`The product ${product.slug} was not written.`);
      writeTags(key, product);
      writeTexts(key);
      return { key, published: { slug: product.slug, created, version: version.number } };
    };
    return ({ products, now }) => {
      const taken = findTaken(products);
      if (taken.length > 0) return { products: [], taken };
      const written = products.map((product) => write(product, now));
      apiTexts.writeOfProducts(written.map(({ key }) => key));
      return { products: written.map(({ published }) => published) };
    };
  },
};

/** A template that equals an earlier version gets that version again. */
function prepareVersion(database: Database) {
  const keepTemplate = database.prepare(
    'INSERT INTO Template (id, createdAt) VALUES (?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const findTemplate = database.prepare<[string], number>('SELECT key FROM Template WHERE id = ?').pluck();
  const findVersion = database.prepare<[number, string], { key: number; number: number }>(
    'SELECT key, number FROM TemplateVersion WHERE templateKey = ? AND hash = ?',
  );
  const addVersion = database.prepare<[Record<string, unknown>], { key: number; number: number }>(
    `INSERT INTO TemplateVersion (templateKey, number, hash, createdAt, document)
     VALUES (@templateKey,
             (SELECT coalesce(max(number), 0) + 1 FROM TemplateVersion WHERE templateKey = @templateKey),
             @hash, @now, @document)
     RETURNING key, number`,
  );
  return ({ id, hash, document }: PublishedProduct['template'], now: number) => {
    keepTemplate.run(id, now);
    const templateKey = findTemplate.get(id) ?? 0;
    const version =
      findVersion.get(templateKey, hash) ?? addVersion.get({ templateKey, hash, now, document });
    if (!version) throw new Error(`The template ${id} was not written.`);
    return version;
  };
}

function prepareTags(database: Database) {
  const forget = database.prepare('DELETE FROM ProductTag WHERE productKey = ?');
  const find = database
    .prepare<[number, string], number>('SELECT key FROM Tag WHERE kind = ? AND slug = ?')
    .pluck();
  const add = database.prepare(
    'INSERT INTO ProductTag (productKey, tagKey, kind, position) VALUES (?, ?, ?, ?)',
  );
  return (productKey: number, { slug, tags }: PublishedProduct) => {
    forget.run(productKey);
    tags.forEach((tag, position) => {
      const tagKey = find.get(tag.kind, tag.slug);
      if (tagKey === undefined)
        throw new Error(`The product ${slug} has the tag ${tag.slug}, which is not published.`);
      add.run(productKey, tagKey, tag.kind, position);
    });
  };
}
