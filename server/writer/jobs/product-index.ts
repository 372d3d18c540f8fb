import type { Database } from 'better-sqlite3';
import { isJsonObject } from '../../../lib/json.ts';

/** Characters of a document that can be found by search: a bound on the time that one product takes. */
const indexedDocLength = 50_000;

interface Texts {
  name: string;
  introduction: string;
  doc: string;
  tags: string;
  status: 'online' | 'offline';
}

/** Writes what can be found of a product into the full-text table, from what its rows say now. */
export function prepareProductIndex(database: Database): (productKey: number) => void {
  const read = database.prepare<[number, number], Texts>(
    `SELECT name, introduction, substr(doc, 1, ?) AS doc,
            coalesce((SELECT group_concat(t.name || ' ' || t.slug, ' ')
                        FROM ProductTag pt JOIN Tag t ON t.key = pt.tagKey WHERE pt.productKey = p.key), '') AS tags,
            iif(status = 1, 'online', 'offline') AS status
       FROM Product p WHERE key = ?`,
  );
  const forget = database.prepare('DELETE FROM product_search WHERE rowid = ?');
  const write = database.prepare(
    'INSERT INTO product_search (rowid, name, introduction, doc, tags, status) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (productKey) => {
    const texts = read.get(indexedDocLength, productKey);
    forget.run(productKey);
    if (texts) {
      const { name, introduction, doc, tags, status } = texts;
      write.run(productKey, name, plainText(introduction), doc, tags, status);
    }
  };
}

/** `introduction` is JSON of [{title, text}]. */
function plainText(introduction: string): string {
  const sections: unknown = JSON.parse(introduction);
  if (!Array.isArray(sections)) return '';
  return sections
    .map((section) => (isJsonObject(section) ? `${section.title}\n${section.text}` : ''))
    .join('\n');
}
