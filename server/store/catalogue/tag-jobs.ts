import type { z } from 'zod';
import { job } from '../sql/job.ts';
import { all, first, run, statement, type Steps } from '../sql/statement.ts';
import { looksDifferent, type PublishedTag, tagTexts, textsOf } from './catalogue-jobs.ts';
import { writeApiTexts } from './product-texts.ts';
import type { TagKind } from './published-product.ts';

type TagTexts = z.output<typeof tagTexts>;

// What operators do with tags. What the console says of a tag lies over what files say, which is stored beneath it.

interface StoredTag extends TagTexts {
  key: number;
  layer: number;
  published: string | null;
}

const find = statement<StoredTag>(
  `SELECT key, name, icon, url, description, layer, published FROM Tag
    WHERE kind = ? AND slug = ? AND mergedInto IS NULL`,
);
const write = statement(
  'UPDATE Tag SET name = ?, icon = ?, url = ?, description = ?, layer = ?, published = ? WHERE key = ?',
);
/** `refresh-stale-products` writes their cards and search texts, also if this portal ends before. */
const markStale = statement(
  `INSERT INTO StaleProduct (productKey) SELECT t.productKey FROM ProductTag t WHERE t.tagKey = ?
     ON CONFLICT DO NOTHING`,
);
const findApis = statement<{ key: number }>('SELECT key FROM Api WHERE providerKey = ? ORDER BY key');

function* writeLooks(tag: StoredTag, looks: TagTexts, layer: number): Steps<void> {
  const isOver = layer % 2 === 1;
  const beneath = isOver ? (tag.layer % 2 === 1 ? tag.published : textsOf(tag)) : null;
  const { name, icon, url, description } = looks;
  yield* run(write, name, icon, url, description, layer, beneath, tag.key);
  if (!looksDifferent(tag, looks)) return;
  yield* run(markStale, tag.key);
  for (const { key } of yield* all(findApis, tag.key)) yield* writeApiTexts(key);
}

const insert = statement(
  `INSERT INTO Tag (kind, slug, name, icon, url, description, layer) VALUES (?, ?, ?, ?, ?, ?, 1)
     ON CONFLICT (kind, slug) DO NOTHING`,
);

/** Makes a tag. If a file names it later, what the console says stays. */
export const createTag = job({
  name: 'create-tag',
  publishes: 'catalogue',
  *steps({ kind, slug, name, icon, url, description }: PublishedTag): Steps<{ created: boolean }> {
    return { created: (yield* run(insert, kind, slug, name, icon, url, description)) > 0 };
  },
  audit: ({ kind, slug, name }, { created }) => (created ? { target: slug, after: { kind, name } } : null),
});

/** Changes what is shown of a tag. */
export const changeTag = job({
  name: 'change-tag',
  publishes: 'catalogue',
  *steps({ kind, slug, ...looks }: PublishedTag): Steps<{ before: string | null }> {
    const tag = yield* first(find, kind, slug);
    if (!tag) return { before: null };
    yield* writeLooks(tag, looks, tag.layer | 1);
    return { before: tag.name };
  },
  audit: ({ kind, slug, name }, { before }) =>
    before === null ? null : { target: slug, before: { kind, name: before }, after: { kind, name } },
});

interface NamedTag {
  kind: TagKind;
  slug: string;
}

/** Shows again what files say of a tag. */
export const resetTag = job({
  name: 'reset-tag',
  publishes: 'catalogue',
  *steps({ kind, slug }: NamedTag): Steps<{ name: string | null }> {
    const tag = yield* first(find, kind, slug);
    if (!tag || tag.published === null) return { name: null };
    const looks = tagTexts.parse(JSON.parse(tag.published));
    yield* writeLooks(tag, looks, tag.layer & 2);
    return { name: looks.name };
  },
  audit: ({ kind, slug }, { name }) => (name === null ? null : { target: slug, after: { kind, name } }),
});

const forgetOrder = statement('UPDATE Tag SET position = NULL, layer = layer % 2 + 2 WHERE kind = ?');
const setPosition = statement(
  'UPDATE Tag SET position = ? WHERE kind = ? AND slug = ? AND mergedInto IS NULL',
);

/** Puts the tags of a kind into an order. Those that are not named follow. */
export const orderTags = job({
  name: 'order-tags',
  publishes: 'catalogue',
  *steps({ kind, slugs }: { kind: TagKind; slugs: string[] }): Steps<{ ordered: number }> {
    yield* run(forgetOrder, kind);
    let ordered = 0;
    for (const slug of slugs) ordered += yield* run(setPosition, ordered + 1, kind, slug);
    return { ordered };
  },
  audit: ({ kind, slugs }) => ({ target: null, after: { kind, first: slugs.slice(0, 3) } }),
});

const countProducts = statement<{ products: number }>(
  'SELECT count(*) AS products FROM ProductTag WHERE tagKey = ?',
);
const dropDoubles = statement(
  'DELETE FROM ProductTag WHERE tagKey = ? AND productKey IN (SELECT d.productKey FROM ProductTag d WHERE d.tagKey = ?)',
);
const moveProducts = statement('UPDATE ProductTag SET tagKey = ? WHERE tagKey = ?');
const moveApis = statement('UPDATE Api SET providerKey = ? WHERE providerKey = ?');
const moveMerged = statement('UPDATE Tag SET mergedInto = ? WHERE mergedInto = ?');
const merge = statement('UPDATE Tag SET mergedInto = ?, position = NULL WHERE key = ?');

interface MergedTags {
  /** Null if there is no such tag any more, or the other one. */
  products: number | null;
}

/** Moves the products and APIs of a tag to another one of its kind. Its slug stands for that from then on. */
export const mergeTags = job({
  name: 'merge-tags',
  publishes: 'catalogue',
  *steps({ kind, slug, into }: NamedTag & { into: string }): Steps<MergedTags> {
    const tag = yield* first(find, kind, slug);
    const target = yield* first(find, kind, into);
    if (!tag || !target || tag.key === target.key) return { products: null };
    const { products } = (yield* first(countProducts, tag.key)) ?? { products: 0 };
    const apis = yield* all(findApis, tag.key);
    yield* run(markStale, tag.key);
    yield* run(dropDoubles, tag.key, target.key);
    yield* run(moveProducts, target.key, tag.key);
    yield* run(moveApis, target.key, tag.key);
    yield* run(moveMerged, target.key, tag.key);
    yield* run(merge, target.key, tag.key);
    for (const { key } of apis) yield* writeApiTexts(key);
    return { products: Number(products) };
  },
  audit: ({ kind, slug, into }, { products }) =>
    products === null ? null : { target: slug, before: { kind }, after: { kind, into, products } },
});
