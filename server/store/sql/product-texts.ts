import { z } from 'zod';
import { type ProductFacts, type ProductTag, productCard } from '../../../lib/product/product-card.ts';
import { isCorrection } from '../../../lib/search/one-edit-away.ts';
import { foldedWords, searchableName } from '../../../lib/search/parse-search.ts';
import { searchVector } from '../postgres/search-vector.ts';
import { all, EngineValues, first, run, runByEngine, statement, type Steps } from './statement.ts';

/** The searchable characters of a document, to limit the time for a product. */
const indexedDocLength = 50_000;
/** The characters of an introduction that order the products of a common search. */
const headingLength = 200;

interface ProductRow extends Omit<ProductFacts, 'introduction' | 'tags' | 'deprecated'> {
  deprecated: 0 | 1;
  introduction: string;
  doc: string;
}

const introduction = z.array(z.object({ title: z.string(), text: z.string() }));

const read = statement<ProductRow>(
  `SELECT p.id, p.slug, p.name, p.status, p.deprecated, p.priceFrom, p.priceTo, t.id AS templateId, p.introduction,
          substr(p.doc, 1, ?) AS doc
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
  'INSERT INTO product_search (productKey, status, deprecated, words, heading) VALUES (?, ?, ?, ?, ?)',
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
  const { doc, ...given } = row;
  const facts = {
    ...given,
    deprecated: row.deprecated === 1,
    introduction: introduction.parse(JSON.parse(row.introduction)),
    tags,
  };
  yield* run(writeCard, JSON.stringify(productCard(facts)), productKey);
  const name = searchableName(row.name);
  const sections = facts.introduction.map(({ title, text }) => `${title}\n${text}`).join('\n');
  const words = tags.map((tag) => `${tag.name} ${tag.slug}`).join(' ');
  yield* runByEngine(
    index,
    new EngineValues(
      () => [productKey, name, sections, doc, words, row.status === 1 ? 'online' : 'offline'],
      () => [productKey, row.status, row.deprecated, ...vectorsOf({ name, sections, words, doc })],
    ),
  );
  // In one order for all writers, because two that insert the same words wait for each other.
  const corrections = [...foldedWords(`${name}\n${sections}\n${words}`)].filter(isCorrection).toSorted();
  yield* run(keepWords, JSON.stringify(corrections));
}

/** The columns `words` and `heading` of PostgreSQL. */
function vectorsOf(texts: Record<'name' | 'sections' | 'words' | 'doc', string>): [string, string] {
  const inName = { text: texts.name, weight: 'A' } as const;
  const tags = { text: texts.words, weight: 'C' } as const;
  return [
    searchVector([
      { ...inName, also: ['name', 'letter'] },
      { ...tags, also: ['letter'] },
      { text: texts.sections.slice(0, indexedDocLength), weight: 'B' },
      { text: texts.doc, weight: 'D' },
    ]),
    searchVector([
      { ...inName, also: ['name'] },
      tags,
      { text: texts.sections.slice(0, headingLength), weight: 'B' },
    ]),
  ];
}
