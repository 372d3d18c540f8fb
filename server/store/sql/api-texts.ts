import { cardOfApi } from '../../../lib/product/api-card.ts';
import { tagValue } from '../../../lib/product/product-card.ts';
import { searchableName } from '../../../lib/search/parse-search.ts';
import { markdownExcerpt } from '../../../lib/text/markdown-excerpt.ts';
import { searchVector } from '../postgres/search-vector.ts';
import { all, EngineValues, first, run, runByEngine, statement, type Steps } from './statement.ts';

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

const read = statement<ApiRow>(
  `SELECT a.id, a.slug, a.name, a.version, a.summary, substr(a.doc, 1, ?) AS doc,
          g.slug AS providerSlug, g.name AS providerName, g.icon, g.url
     FROM Api a JOIN Tag g ON g.key = a.providerKey WHERE a.key = ?`,
);
const countOf = (join: string) =>
  `SELECT count(*) AS operations, count(DISTINCT o.groupIndex) AS groups,
          coalesce(min(p.priceFrom), 0) AS priceFrom, coalesce(max(p.priceTo), 0) AS priceTo
     FROM ApiOperation o ${join} Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND p.status = 1`;
const count = statement<Counts>(countOf('CROSS JOIN'), countOf('JOIN'));
// Uses the index, because the column comes after the long texts of a product.
const countDeprecated = statement<{ deprecated: number }>(
  `SELECT count(*) AS deprecated FROM ApiOperation o
    WHERE o.apiKey = ? AND o.productKey IN (SELECT d.key FROM Product d WHERE d.status = 1 AND d.deprecated = 1)`,
);
const writeCard = statement(
  `UPDATE Api SET operations = ?, groupCount = ?, priceFrom = ?, priceTo = ?, deprecated = ?, card = ? WHERE key = ?`,
);
const forget = statement('DELETE FROM api_search WHERE rowid = ?', 'DELETE FROM api_search WHERE apiKey = ?');
const index = statement(
  'INSERT INTO api_search (rowid, name, tags) VALUES (?, ?, ?)',
  'INSERT INTO api_search (apiKey, words) VALUES (?, ?)',
);
const apisOf = statement<{ apiKey: number }>(
  'SELECT DISTINCT o.apiKey FROM json_each(?) k JOIN ApiOperation o ON o.productKey = k.value',
  `SELECT DISTINCT o.apiKey FROM json_array_elements_text(?) k JOIN ApiOperation o ON o.productKey = k.value::integer
    ORDER BY o.apiKey`,
);

/** Writes the derived data of an API: its counts, its card, and its searchable name. */
export function* writeApiTexts(apiKey: number): Steps<void> {
  const row = yield* first(read, readLength, apiKey);
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
  yield* run(writeCard, operations, groups, priceFrom, priceTo, Number(deprecated), text, apiKey);
  yield* run(forget, apiKey);
  const name = searchableName(row.name);
  const tags = `${searchableName(providerName)} ${providerSlug}`;
  yield* runByEngine(
    index,
    new EngineValues(
      () => [apiKey, name, tags],
      () => [apiKey, vectorOf(name, tags)],
    ),
  );
}

function vectorOf(name: string, tags: string): string {
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
  yield* run(forget, apiKey);
}
