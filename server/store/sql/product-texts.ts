import { z } from 'zod';
import { type ProductFacts, type ProductTag, productCard } from '../../../lib/product/product-card.ts';
import { longestMended, shortestMended } from '../../../lib/search/mend-word.ts';
import { foldedWords, searchableName } from '../../../lib/search/parse-search.ts';
import { searchVector } from '../postgres/search-vector.ts';
import { all, EngineValues, first, run, runByEngine, statement, type Steps } from './statement.ts';

/** The searchable characters of a document, to limit the time for a product. */
const indexedDocLength = 50_000;
/** The title of a section that says what a product is not: its words would find what it lacks. */
const isDenial = /\b(not|no|never|cannot|without)\b|n[’']t\b/iu;

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
  const { doc: whole, ...given } = row;
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
  const words = tags.map((tag) => `${tag.name} ${tag.slug}`).join(' ');
  yield* runByEngine(
    index,
    new EngineValues(
      () => [productKey, name, sections, doc, words, row.status === 1 ? 'online' : 'offline'],
      () => [productKey, row.status, row.deprecated, vectorOf({ name, sections, words, doc })],
    ),
  );
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
