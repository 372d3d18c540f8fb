import { z } from 'zod';
import { tagKind, productOwner } from './published-product.ts';
import { writeApiTexts, forgetApiTexts, writeApisOfProducts, writeProductTexts } from './product-texts.ts';
import { job } from '../sql/job.ts';
import { first, statement, type Steps, timeOf, run, all } from '../sql/statement.ts';

export const publishedTag = z.strictObject({
  kind: tagKind,
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
  /** Its place among those of its kind. Left out: as it is. */
  position: z.int().min(1).optional(),
});

/** What is shown of a tag, as `Tag.published` has it in JSON. */
export const tagTexts = publishedTag.pick({ name: true, icon: true, url: true, description: true });

export type PublishedTag = z.output<typeof publishedTag>;

export const publishedApi = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  sortName: z.string(),
  version: z.string().nullable(),
  /** A tag of kind 2, which `publish-tags` has written before. */
  provider: z.string(),
  url: z.string().nullable(),
  summary: z.string().nullable(),
  doc: z.string(),
  /** JSON: array of {name, description}. */
  groups: z.string(),
  owner: productOwner,
});

export type PublishedApi = z.output<typeof publishedApi>;

const findProvider = statement<{ key: number }>(
  'SELECT coalesce(mergedInto, key) AS key FROM Tag WHERE kind = 2 AND slug = ?',
);
const upsert = statement<{ key: number }>(
  `INSERT INTO Api (id, slug, name, sortName, providerKey, version, url, summary, createdAt, updatedAt, groups, doc, file, source)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (slug) DO UPDATE SET
     name = excluded.name, sortName = excluded.sortName, providerKey = excluded.providerKey,
     version = excluded.version, url = excluded.url, summary = excluded.summary, updatedAt = excluded.updatedAt,
     groups = excluded.groups, doc = excluded.doc, file = excluded.file, source = excluded.source
   RETURNING key`,
);

/** Writes an API; `place-operations` says which products are its operations. */
export const publishApi = job({
  name: 'publish-api',
  payload: z.strictObject({ now: z.int(), api: publishedApi }),
  publishes: 'catalogue',
  *steps({ api, now }): Steps<Record<string, never>> {
    const provider = yield* first(findProvider, api.provider);
    if (!provider)
      throw new Error(`The API ${api.slug} has the provider ${api.provider}, which is not published.`);
    const { id, slug, name, sortName, version, url, summary, groups, doc, owner } = api;
    const names = [id, slug, name, sortName, provider.key, version, url, summary];
    const rest = [timeOf(now), timeOf(now), groups, doc, owner.file, owner.source];
    const written = yield* first(upsert, ...names, ...rest);
    if (!written) throw new Error(`The API ${slug} was not written.`);
    yield* writeApiTexts(written.key);
    return {};
  },
  audit: ({ api: { id, slug, name } }) => ({ target: id, after: { slug, name } }),
});

const forgetUnowned = statement('DELETE FROM SynonymGroup WHERE file IS NULL');
const forget = statement('DELETE FROM SynonymGroup WHERE file = ?');
const add = statement('INSERT INTO SynonymGroup (phrases, file) VALUES (?, ?)');

/** Replaces the synonyms of some files, and those of before files were kept. */
export const publishSynonyms = job({
  name: 'publish-synonyms',
  payload: z.strictObject({
    /** The files whose groups these replace. */
    files: z.array(z.string()),
    /** Phrases that mean the same to search, folded and with one space between their words, and their file. */
    groups: z.array(z.strictObject({ file: z.string(), phrases: z.array(z.string()) })),
  }),
  publishes: 'catalogue',
  *steps({ files, groups }): Steps<undefined> {
    yield* run(forgetUnowned);
    for (const file of files) yield* run(forget, file);
    for (const { file, phrases } of groups) yield* run(add, phrases.join('\n'), file);
  },
  audit: ({ files, groups }) => ({ target: null, after: { files, groups: groups.length } }),
});

type Appearance = Pick<PublishedTag, 'name' | 'icon' | 'url'>;

interface KnownTag extends Appearance {
  key: number;
  description: string | null;
  layer: number;
  mergedInto: number | null;
}

const find = statement<KnownTag>(
  'SELECT key, name, icon, url, description, layer, mergedInto FROM Tag WHERE kind = ? AND slug = ?',
);
const upsertTags = statement(
  `INSERT INTO Tag (kind, slug, name, icon, url, description) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, slug) DO UPDATE SET
       name = excluded.name, icon = excluded.icon, url = excluded.url, description = excluded.description`,
);

const putBeneath = statement('UPDATE Tag SET published = ? WHERE key = ?');
/** Files say the same now. */
const dropLayer = statement('UPDATE Tag SET layer = layer - 1, published = NULL WHERE key = ?');
const setPosition = statement('UPDATE Tag SET position = ? WHERE kind = ? AND slug = ? AND layer < 2');

export const publishTags = job({
  name: 'publish-tags',
  payload: z.strictObject({ tags: z.array(publishedTag) }),
  publishes: 'catalogue',
  *steps({ tags }): Steps<{
    /** Tags that look different now: `refresh-products` brings the products of each up to date. */
    changed: number[];
  }> {
    const changed: number[] = [];
    for (const tag of tags) {
      const known = yield* first(find, tag.kind, tag.slug);
      if (known && known.mergedInto !== null) continue;
      if (known && known.layer % 2 === 1) {
        const isSame = !looksDifferent(known, tag) && known.description === tag.description;
        yield* isSame ? run(dropLayer, known.key) : run(putBeneath, textsOf(tag), known.key);
      } else {
        if (known && looksDifferent(known, tag)) changed.push(known.key);
        yield* run(upsertTags, tag.kind, tag.slug, tag.name, tag.icon, tag.url, tag.description);
      }
      if (tag.position !== undefined) yield* run(setPosition, tag.position, tag.kind, tag.slug);
    }
    return { changed };
  },
  audit: ({ tags }) => ({ target: null, after: { tags: tags.map(({ slug }) => slug) } }),
});

export function textsOf({ name, icon, url, description }: z.output<typeof tagTexts>): string {
  return JSON.stringify({ name, icon, url, description });
}

export function looksDifferent(known: Appearance, tag: Appearance): boolean {
  return known.name !== tag.name || known.icon !== tag.icon || known.url !== tag.url;
}

const findApi = statement<{ key: number }>('SELECT key FROM Api WHERE slug = ?');
const release = statement('DELETE FROM ApiOperation WHERE apiKey = ?');
const remove = statement('DELETE FROM Api WHERE key = ?');

/** Takes an API out of the catalogue. Its products stay, each by itself. */
export const removeApi = job({
  name: 'remove-api',
  payload: z.strictObject({ slug: z.string() }),
  publishes: 'catalogue',
  *steps({ slug }): Steps<Record<string, never>> {
    const api = yield* first(findApi, slug);
    if (!api) return {};
    yield* run(release, api.key);
    yield* forgetApiTexts(api.key);
    yield* run(remove, api.key);
    return {};
  },
  audit: ({ slug }) => ({ target: slug }),
});

const findStatus = statement<{ key: number; status: number }>(
  'SELECT key, status FROM Product WHERE slug = ?',
);
const update = statement(
  'UPDATE Product SET status = ?, wasOnline = CASE WHEN ? = 1 THEN 1 ELSE wasOnline END, updatedAt = ? WHERE key = ?',
);

interface SetStatusResult {
  changed: string[];
  /** Slugs that no product has; the others were set all the same. */
  unknown: string[];
}

export const setStatus = job({
  name: 'set-status',
  payload: z.strictObject({
    slugs: z.array(z.string()),
    /** 0 offline, 1 online. */
    status: z.literal([0, 1]),
    now: z.int(),
  }),
  publishes: 'catalogue',
  *steps({ slugs, status, now }): Steps<SetStatusResult> {
    const result: SetStatusResult = { changed: [], unknown: [] };
    const keys: number[] = [];
    for (const slug of slugs) {
      const product = yield* first(findStatus, slug);
      if (!product) result.unknown.push(slug);
      else if (product.status !== status) {
        yield* run(update, status, status, timeOf(now), product.key);
        yield* writeProductTexts(product.key);
        result.changed.push(slug);
        keys.push(product.key);
      }
    }
    yield* writeApisOfProducts(keys);
    return result;
  },
  audit: ({ status }, { changed }) => {
    const products = { products: changed };
    if (changed.length === 0) return null;
    return { target: null, before: { ...products, status: 1 - status }, after: { ...products, status } };
  },
});

const productsAtOnce = 32;

const findProducts = statement<{ productKey: number }>(
  'SELECT productKey FROM ProductTag WHERE tagKey = ? AND productKey > ? ORDER BY productKey LIMIT ?',
);
const findApis = statement<{ key: number }>('SELECT key FROM Api WHERE providerKey = ? ORDER BY key');

/** Brings what is made of the products and the APIs of a tag up to date, some at a time; `lastKey` is null when none are left. */
export const refreshProducts = job({
  name: 'refresh-products',
  payload: z.strictObject({
    tagKey: z.int(),
    /** Where the last run ended; 0 at first. */
    afterKey: z.int(),
  }),
  publishes: 'catalogue',
  *steps({ tagKey, afterKey }): Steps<{ lastKey: number | null }> {
    const products = yield* all(findProducts, tagKey, afterKey, productsAtOnce);
    for (const { productKey } of products) yield* writeProductTexts(productKey);
    const apis = afterKey === 0 ? yield* all(findApis, tagKey) : [];
    for (const { key } of apis) yield* writeApiTexts(key);
    return { lastKey: products.at(-1)?.productKey ?? null };
  },
  audit: false,
});

const findStaleProducts = statement<{ productKey: number }>(
  'SELECT productKey FROM StaleProduct ORDER BY productKey LIMIT ?',
);
const forgetStaleProducts = statement('DELETE FROM StaleProduct WHERE productKey = ?');

/** Writes the cards and the search texts of products that a migration has marked, some at a time. */
export const refreshStaleProducts = job({
  name: 'refresh-stale-products',
  publishes: 'catalogue',
  *steps(_: Record<string, never>): Steps<{ isDone: boolean }> {
    const products = yield* all(findStaleProducts, productsAtOnce);
    for (const { productKey } of products) {
      yield* writeProductTexts(productKey);
      yield* run(forgetStaleProducts, productKey);
    }
    return { isDone: products.length < productsAtOnce };
  },
  audit: false,
});
