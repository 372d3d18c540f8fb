import { z } from 'zod';
import { cardOfApi } from '../../../lib/product/api-card.ts';
import {
  type ProductFacts,
  type ProductTag,
  productCard,
  tagValue,
} from '../../../lib/product/product-card.ts';
import { longestMended, shortestMended } from '../../../lib/search/mend-word.ts';
import { foldedWords, searchableName } from '../../../lib/search/parse-search.ts';
import { markdownExcerpt } from '../../../lib/text/markdown-text.ts';
import { isDraft } from './audience.ts';
import { searchVector } from '../postgres/search-vector.ts';
import { all, EngineValues, first, run, runByEngine, statement, type Steps } from '../sql/statement.ts';

/** The searchable characters of a document, to limit the time for a product. */
const indexedDocLength = 50_000;
/** The title of a section that says what a product is not: its words would find what it lacks. */
const isDenial = /\b(not|no|never|cannot|without)\b|n[’']t\b/iu;

interface ProductRow extends Omit<ProductFacts, 'introduction' | 'tags' | 'deprecated'> {
  deprecated: 0 | 1;
  visibility: number;
  wasOnline: number;
  file: string | null;
  introduction: string;
  searchWords: string;
  doc: string;
}

const introduction = z.array(z.object({ title: z.string(), text: z.string() }));

const read = statement<ProductRow>(
  `SELECT p.id, p.slug, p.name, p.status, p.deprecated, p.visibility, p.priceFrom, p.priceTo, t.id AS templateId, p.introduction,
          p.searchWords, substr(p.doc, 1, ?) AS doc, p.wasOnline, p.file
     FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey JOIN Template t ON t.key = v.templateKey
    WHERE p.key = ?`,
);
const readTags = statement<ProductTag>(
  `SELECT g.kind, g.slug, g.name, g.icon, g.url
     FROM ProductTag l JOIN Tag g ON g.key = l.tagKey WHERE l.productKey = ? ORDER BY l.position`,
);
const writeCard = statement('UPDATE Product SET card = ? WHERE key = ?');
const forget = statement(
  'DELETE FROM product_search WHERE rowid = ?',
  'DELETE FROM product_search WHERE productKey = ?',
);
const index = statement(
  'INSERT INTO product_search (rowid, name, introduction, doc, tags, status) VALUES (?, ?, ?, ?, ?, ?)',
  'INSERT INTO product_search (productKey, status, deprecated, words) VALUES (?, ?, ?, ?)',
);
const keepWords = statement(
  'INSERT INTO SearchWord (word) SELECT value FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING',
  'INSERT INTO SearchWord (word) SELECT * FROM json_array_elements_text(?) ON CONFLICT DO NOTHING',
);

/** Writes the derived data of a product: its card and its search text. */
export function* writeProductTexts(productKey: number): Steps<void> {
  const row = yield* first(read, indexedDocLength, productKey);
  yield* run(forget, productKey);
  if (!row) return;
  const tags = yield* all(readTags, productKey);
  const { doc: whole, visibility, searchWords, wasOnline: _wasOnline, file: _file, ...given } = row;
  const doc = withoutDenials(whole);
  const facts = {
    ...given,
    deprecated: row.deprecated === 1,
    introduction: introduction.parse(JSON.parse(row.introduction)),
    tags,
  };
  yield* run(writeCard, JSON.stringify(productCard(facts)), productKey);
  const name = searchableName(row.name);
  const told = facts.introduction.filter(({ title }) => !isDenial.test(title));
  const sections = told.map(({ title, text }) => `${title}\n${text}`).join('\n');
  const said = z.array(z.string()).parse(JSON.parse(searchWords));
  const words = [...tags.map((tag) => `${tag.name} ${tag.slug}`), ...said].join(' ');
  yield* runByEngine(
    index,
    new EngineValues(
      () => [productKey, name, sections, doc, words, row.status === 1 ? 'online' : 'offline'],
      () => [productKey, row.status, row.deprecated, vectorOf({ name, sections, words, doc })],
    ),
  );
  // A word that only some may know corrects nobody's.
  if (visibility > 0 || isDraft(row)) return;
  // In one order for all writers, because two that insert the same words wait for each other.
  const corrections = [...foldedWords(`${name}\n${sections}\n${words}`)].filter(canBeMeant).toSorted();
  yield* run(keepWords, JSON.stringify(corrections));
}

function canBeMeant({ length }: string): boolean {
  return length >= shortestMended && length <= longestMended;
}

/** Markdown without the sections whose headings say what a product is not. */
function withoutDenials(markdown: string): string {
  const sections = markdown.split(/^(?=#{1,6} )/m);
  return sections
    .filter((section) => !/^#/.test(section) || !isDenial.test(section.split('\n', 1)[0] ?? ''))
    .join('');
}

/** The column `words` of PostgreSQL. */
function vectorOf(texts: Record<'name' | 'sections' | 'words' | 'doc', string>): string {
  return searchVector([
    { text: texts.name, weight: 'A', field: 'name', hasLetters: true },
    { text: texts.words, weight: 'C', field: 'tags', hasLetters: true },
    { text: texts.sections.slice(0, indexedDocLength), weight: 'B', field: 'introduction' },
    { text: texts.doc, weight: 'D' },
  ]);
}

interface ApiRow {
  id: string;
  slug: string;
  name: string;
  version: string | null;
  summary: string | null;
  doc: string;
  providerSlug: string;
  providerName: string;
  icon: string | null;
  url: string | null;
}

interface Counts {
  operations: number;
  groups: number;
  priceFrom: number;
  priceTo: number;
}

/** Enough of an introduction for an excerpt. */
const readLength = 4_000;

const readTexts = statement<ApiRow>(
  `SELECT a.id, a.slug, a.name, a.version, a.summary, substr(a.doc, 1, ?) AS doc,
          g.slug AS providerSlug, g.name AS providerName, g.icon, g.url
     FROM Api a JOIN Tag g ON g.key = a.providerKey WHERE a.key = ?`,
);
/** By the index of those that are not: the column comes after the long texts of a row. */
const isForEveryone = 'o.productKey NOT IN (SELECT r.key FROM Product r WHERE r.visibility > 0)';
const countOf = (join: string) =>
  `SELECT count(*) AS operations, count(DISTINCT o.groupIndex) AS groups,
          coalesce(min(p.priceFrom), 0) AS priceFrom, coalesce(max(p.priceTo), 0) AS priceTo
     FROM ApiOperation o ${join} Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND p.status = 1 AND ${isForEveryone}`;
const count = statement<Counts>(countOf('CROSS JOIN'), countOf('JOIN'));
// Uses the index, because the column comes after the long texts of a product.
const countDeprecated = statement<{ deprecated: number }>(
  `SELECT count(*) AS deprecated FROM ApiOperation o
    WHERE o.apiKey = ? AND o.productKey IN (SELECT d.key FROM Product d WHERE d.status = 1 AND d.deprecated = 1)
      AND ${isForEveryone}`,
);
const findShown = statement<{ productKey: number }>(
  `SELECT o.productKey FROM ApiOperation o WHERE o.apiKey = ? AND ${isForEveryone} LIMIT 1`,
);
const writeCardTexts = statement(
  `UPDATE Api SET operations = ?, groupCount = ?, priceFrom = ?, priceTo = ?, deprecated = ?, card = ? WHERE key = ?`,
);
const forgetTexts = statement(
  'DELETE FROM api_search WHERE rowid = ?',
  'DELETE FROM api_search WHERE apiKey = ?',
);
const indexTexts = statement(
  'INSERT INTO api_search (rowid, name, tags) VALUES (?, ?, ?)',
  'INSERT INTO api_search (apiKey, words) VALUES (?, ?)',
);
const apisOf = statement<{ apiKey: number }>(
  'SELECT DISTINCT o.apiKey FROM json_each(?) k JOIN ApiOperation o ON o.productKey = k.value',
  `SELECT DISTINCT o.apiKey FROM json_array_elements_text(?) k JOIN ApiOperation o ON o.productKey = k.value::integer
    ORDER BY o.apiKey`,
);

/** Writes the derived data of an API: what guests see of its operations, and its searchable name if they see one. */
export function* writeApiTexts(apiKey: number): Steps<void> {
  const row = yield* first(readTexts, readLength, apiKey);
  const counts = yield* first(count, apiKey);
  if (!row || !counts) return;
  const { operations, groups, priceFrom, priceTo } = counts;
  const deprecated = operations > 0 && (yield* first(countDeprecated, apiKey))?.deprecated === operations;
  const { doc, providerSlug, providerName, icon, url, summary, ...facts } = row;
  const provider = tagValue({ kind: 2, slug: providerSlug, name: providerName, icon, url });
  const card = cardOfApi({
    ...facts,
    ...counts,
    summary: summary ?? markdownExcerpt(doc),
    provider,
    deprecated,
  });
  const text = JSON.stringify(card);
  yield* run(writeCardTexts, operations, groups, priceFrom, priceTo, Number(deprecated), text, apiKey);
  yield* run(forgetTexts, apiKey);
  if (!(yield* first(findShown, apiKey))) return;
  const name = searchableName(row.name);
  const tags = `${searchableName(providerName)} ${providerSlug}`;
  yield* runByEngine(
    indexTexts,
    new EngineValues(
      () => [apiKey, name, tags],
      () => [apiKey, vectorOfTexts(name, tags)],
    ),
  );
}

function vectorOfTexts(name: string, tags: string): string {
  return searchVector([
    { text: name, weight: 'A', hasLetters: true },
    { text: tags, weight: 'C', hasLetters: true },
  ]);
}

/** Writes the APIs of these products. */
export function* writeApisOfProducts(productKeys: readonly number[]): Steps<void> {
  const found = yield* all(apisOf, JSON.stringify(productKeys));
  for (const { apiKey } of found) yield* writeApiTexts(apiKey);
}

export function* forgetApiTexts(apiKey: number): Steps<void> {
  yield* run(forgetTexts, apiKey);
}

const find = statement<{ id: string }>('SELECT id FROM Product WHERE key = ?');

/** The ids of products by their keys; null for all products. */
export function* productIds(keys: number[] | null): Steps<string[] | null> {
  if (keys === null) return null;
  const ids: string[] = [];
  for (const key of keys) ids.push((yield* first(find, key))?.id ?? '');
  return ids;
}
