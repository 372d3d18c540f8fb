import type { Database } from 'better-sqlite3';
import { cardOfApi } from '../../../../lib/product/api-card.ts';
import { markdownExcerpt } from '../../../../lib/text/markdown-excerpt.ts';
import { tagValue } from '../../../../lib/product/product-card.ts';
import { searchableName } from '../../../../lib/search/parse-search.ts';

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

export interface ApiTexts {
  write(apiKey: number): void;
  /** Writes the APIs of these products. */
  writeOfProducts(productKeys: readonly number[]): void;
  forget(apiKey: number): void;
}

/** Writes the derived data of an API: its counts, its card, and its searchable name. */
export function prepareApiTexts(database: Database): ApiTexts {
  const read = database.prepare<[number, number], ApiRow>(
    `SELECT a.id, a.slug, a.name, a.version, a.summary, substr(a.doc, 1, ?) AS doc,
            g.slug AS providerSlug, g.name AS providerName, g.icon, g.url
       FROM Api a JOIN Tag g ON g.key = a.providerKey WHERE a.key = ?`,
  );
  const count = database.prepare<[number], Counts>(
    `SELECT count(*) AS operations, count(DISTINCT o.groupIndex) AS groups,
            coalesce(min(p.priceFrom), 0) AS priceFrom, coalesce(max(p.priceTo), 0) AS priceTo
       FROM ApiOperation o CROSS JOIN Product p ON p.key = o.productKey
      WHERE o.apiKey = ? AND p.status = 1`,
  );
  // Uses the index, because the column comes after the long texts of a product.
  const countDeprecated = database
    .prepare<[number], number>(
      `SELECT count(*) FROM ApiOperation o
        WHERE o.apiKey = ? AND o.productKey IN (SELECT d.key FROM Product d WHERE d.status = 1 AND d.deprecated = 1)`,
    )
    .pluck();
  const writeCard = database.prepare(
    `UPDATE Api SET operations = @operations, groupCount = @groups, priceFrom = @priceFrom, priceTo = @priceTo,
                    deprecated = @deprecated, card = @card WHERE key = @apiKey`,
  );
  const forget = database.prepare('DELETE FROM api_search WHERE rowid = ?');
  const index = database.prepare('INSERT INTO api_search (rowid, name, tags) VALUES (?, ?, ?)');
  const apisOf = database
    .prepare<[string], number>(
      'SELECT DISTINCT o.apiKey FROM json_each(?) k JOIN ApiOperation o ON o.productKey = k.value',
    )
    .pluck();

  const write = (apiKey: number) => {
    const row = read.get(readLength, apiKey);
    const counts = count.get(apiKey);
    if (!row || !counts) return;
    const deprecated = counts.operations > 0 && countDeprecated.get(apiKey) === counts.operations;
    const { doc, providerSlug, providerName, icon, url, summary, ...facts } = row;
    const provider = tagValue({ kind: 2, slug: providerSlug, name: providerName, icon, url });
    const card = cardOfApi({
      ...facts,
      ...counts,
      summary: summary ?? markdownExcerpt(doc),
      provider,
      deprecated,
    });
    writeCard.run({ ...counts, deprecated: Number(deprecated), card: JSON.stringify(card), apiKey });
    forget.run(apiKey);
    index.run(apiKey, searchableName(row.name), `${searchableName(providerName)} ${providerSlug}`);
  };
  return {
    write,
    writeOfProducts(productKeys) {
      apisOf.all(JSON.stringify(productKeys)).forEach(write);
    },
    forget(apiKey) {
      forget.run(apiKey);
    },
  };
}
