import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isCorrection } from '../../../../lib/search/one-edit-away.ts';
import { foldedWords, searchableName } from '../../../../lib/search/parse-search.ts';
import { type ProductFacts, productCard, productTag } from '../../../../lib/product/product-card.ts';

/** The searchable characters of a document, to limit the time for a product. */
const indexedDocLength = 50_000;

interface ProductRow extends Omit<ProductFacts, 'introduction' | 'tags' | 'deprecated'> {
  deprecated: 0 | 1;
  introduction: string;
  tags: string;
  doc: string;
}

const introduction = z.array(z.object({ title: z.string(), text: z.string() }));
const tags = z.array(productTag);

/** Writes the derived data of a product: its card and its search text. */
export function prepareProductTexts(database: Database): (productKey: number) => void {
  const read = database.prepare<[number, number], ProductRow>(
    `SELECT p.id, p.slug, p.name, p.status, p.deprecated, p.priceFrom, p.priceTo, t.id AS templateId, p.introduction,
            substr(p.doc, 1, ?) AS doc,
            (SELECT json_group_array(json_object('kind', g.kind, 'slug', g.slug, 'name', g.name,
                                                 'icon', g.icon, 'url', g.url) ORDER BY l.position)
               FROM ProductTag l JOIN Tag g ON g.key = l.tagKey WHERE l.productKey = p.key) AS tags
       FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey JOIN Template t ON t.key = v.templateKey
      WHERE p.key = ?`,
  );
  const writeCard = database.prepare('UPDATE Product SET card = ? WHERE key = ?');
  const forget = database.prepare('DELETE FROM product_search WHERE rowid = ?');
  const index = database.prepare(
    'INSERT INTO product_search (rowid, name, introduction, doc, tags, status) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const keepWord = database.prepare('INSERT INTO SearchWord (word) VALUES (?) ON CONFLICT DO NOTHING');
  return (productKey) => {
    const row = read.get(indexedDocLength, productKey);
    forget.run(productKey);
    if (!row) return;
    const facts = {
      ...row,
      deprecated: row.deprecated === 1,
      introduction: introduction.parse(JSON.parse(row.introduction)),
      tags: tags.parse(JSON.parse(row.tags)),
    };
    writeCard.run(JSON.stringify(productCard(facts)), productKey);
    const sections = facts.introduction.map(({ title, text }) => `${title}\n${text}`).join('\n');
    const words = facts.tags.map(({ name, slug }) => `${name} ${slug}`).join(' ');
    const name = searchableName(row.name);
    index.run(productKey, name, sections, row.doc, words, row.status === 1 ? 'online' : 'offline');
    for (const word of foldedWords(`${name}\n${sections}\n${words}`))
      if (isCorrection(word)) keepWord.run(word);
  };
}
