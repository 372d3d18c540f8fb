import { everyone } from '../../../server/store/catalogue/audience.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { applyPlan } from '../../../server/catalogue/apply.ts';
import { planCatalogue } from '../../../server/catalogue/plan.ts';
import { shippedCatalogue } from '../../setup/shipped-catalogue.ts';
import type { ListFilter } from '../../../server/store/catalogue/catalogue.ts';
import { all, run, statement } from '../../../server/store/sql/statement.ts';
import { type EngineUnderTest, bothEngines } from '../../setup/engines-under-test.ts';
import { importedProducts, importedTags } from './imported-products.ts';
import { publishedProduct } from '../../setup/published-product.ts';

/** Long words and texts, and the letters of a search expression. */
const odd = publishedProduct('odd', {
  name: "Ünusual Étude's: 'ΛΟΓΟΣ' & 日本語 | (!<->) \\ x:*A",
  tags: importedProducts[0]?.tags ?? [],
  introduction: JSON.stringify([{ title: '', text: `${'ß'.repeat(40)} ${'filler '.repeat(10_000)}` }]),
  doc: `${'w'.repeat(3_000)}s ${'𐐀'.repeat(90)} ${'Words and '.repeat(4_000)} lastly 𐐀𐐁 ${'unread '.repeat(9_000)} never`,
});
const products = [...importedProducts, odd];
const names = importedProducts.map(({ name }) => name);
const searches = new Set([
  ...names.flatMap((name) => [name, name.slice(0, 3), name.slice(1), name.replace(' ', ''), misspelt(name)]),
  ...names.flatMap((name) => name.split(/\W+/)).flatMap((word) => [word, `${word}s`, misspelt(word)]),
  ...'abcdefghijklmnopqrstuvwxyz0123456789',
  ...[
    'json reply',
    'reply json',
    'as json',
    'the',
    'how to',
    'technology',
    'c++',
    'C#',
    '++',
    'Ünïcode',
    'éléphant',
  ],
  ...[
    odd.name,
    'unusual etude',
    'λογος',
    'λογοσ',
    '日本',
    '日本語',
    'lastly 𐐀',
    '𐐀',
    'words and',
    'never',
    'x:*A',
    "'",
    'ß',
  ],
  ...[
    'ß'.repeat(40),
    'w'.repeat(3_000),
    `${'w'.repeat(3_000)}s`,
    '𐐀'.repeat(90),
    '\0',
    'invoice\0',
    '\ud801',
    'x\ud801y',
    'e-mail',
    'email',
    'text to speech',
    'speech to text',
    'getInvoice',
  ],
  ...[
    'webhooks url',
    'x'.repeat(200),
    'how do I make a png smaller',
    'csv to json',
    'json from csv',
    'usd to eur',
  ],
  ...[
    'public holidays in Germany',
    'zzzzqqqq weather',
    'is #ff8800 readable?',
    'how many',
    'free api',
    'of the',
  ],
]);
const filter: ListFilter = {
  ...{ type: undefined, tag: [], q: undefined, sort: undefined, status: '1' },
  audience: everyone,
};
let opened: EngineUnderTest[];
beforeAll(async () => {
  opened = await Promise.all(bothEngines.map(({ open }) => open()));
  const reading = shippedCatalogue;
  if (!reading.ok) throw new Error('The shipped catalogue has mistakes.');
  const shipped = reading.catalogue.products.map((product) => ({
    ...product,
    row: { ...product.row, status: 1 as const },
  }));
  for (const { writer, publications } of opened) {
    await applyPlan(
      writer,
      await planCatalogue(publications, { ...reading.catalogue, products: shipped }, false),
    );
    await writer.run('publish-tags', { tags: importedTags });
    await writer.run('publish', { products, now: 1 });
  }
});
afterAll(() => Promise.all(opened.map((on) => on.close())));

function misspelt(text: string): string {
  return text.slice(0, 3) + text.slice(4);
}

// Only PostgreSQL finds Greek accents and compatible letters as their plain ones.
test.each([...searches])('both engines find the same in the same order: %s', async (q) => {
  const found = opened.map(async ({ catalogue }) => ({
    products: [...(await catalogue.productKeys({ ...filter, q }))],
    withOffline: [...(await catalogue.productKeys({ ...filter, q, status: 'all' }))],
    // Relevance of APIs is the engine's own.
    entries: [...(await catalogue.entryKeys({ ...filter, q }))].toSorted((one, other) => one - other),
    reading: await catalogue.readingOf(q, everyone),
    nearest: await catalogue.nearestSearches(q, everyone),
  }));
  const [sqlite, postgres] = await Promise.all(found);
  expect(postgres).toEqual(sqlite);
});

test('a word of the search is none of the words to try instead', async () => {
  // Such as where a tag leaves nothing of what the search finds.
  const nearest = opened.map(({ catalogue }) => catalogue.nearestSearches('invoice invoce', everyone));
  for (const words of await Promise.all(nearest)) {
    expect(words.length).toBeGreaterThan(0);
    expect(words).not.toContain('invoice');
  }
});

test.each(['name', '-created', 'price', '-price', 'popular'] as const)(
  'both engines have the same order by %s',
  async (sort) => {
    for (const q of [undefined, 'invoice', 'a']) {
      const [sqlite, postgres] = await Promise.all(
        opened.map(({ catalogue }) => catalogue.productKeys({ ...filter, q, sort })),
      );
      expect(postgres).toEqual(sqlite);
    }
    const [sqlite, postgres] = await Promise.all(
      opened.map(({ catalogue }) => catalogue.entryKeys({ ...filter, sort })),
    );
    expect(postgres).toEqual(sqlite);
  },
);

const cards = z.array(z.object({ slug: z.string() }));

test('pages that are wanted at the same time get their own products', async () => {
  for (const { catalogue } of opened) {
    const keys = [...(await catalogue.productKeys({ ...filter, sort: 'name' }))];
    // More than one statement reads.
    const pages = Array.from({ length: 40 }, (_, page) => keys.slice(page, page + (page % 4)).toReversed());
    const together = await Promise.all(pages.map((page) => catalogue.productTexts(page, 'card')));
    const alone: string[] = [];
    for (const page of pages) alone.push(await catalogue.productTexts(page, 'card'));
    expect(together).toEqual(alone);
    expect(alone[0]).toBe('');
    const slugs = together.map((text) => cards.parse(JSON.parse(`[${text}]`)).map(({ slug }) => slug));
    expect(new Set(slugs[3])).toHaveLength(3);
    expect(slugs[6]?.[0]).toBe(slugs[7]?.[2]);
  }
});

test('both engines write the same cards and count the same tags', async () => {
  const [sqlite, postgres] = await Promise.all(
    opened.map(async ({ catalogue }) => {
      const keys = [...(await catalogue.productKeys({ ...filter, sort: 'name' }))];
      const texts = await Promise.all([
        catalogue.productTexts(keys),
        catalogue.productTexts(keys, 'card'),
        catalogue.entryTexts(keys, everyone),
      ]);
      const counts = await catalogue.countTags({ ...filter, q: 'image', tag: ['imported'] });
      return {
        texts: texts.map((text): unknown => JSON.parse(`[${text}]`)),
        counts: counts.toSorted((one, other) => one.tagKey - other.tagKey),
      };
    }),
  );
  expect(postgres).toEqual(sqlite);
});

const dropSynonyms = statement('DELETE FROM SynonymGroup');
const addWords = statement(
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
   INSERT INTO SearchWord (word) SELECT 'filler' || i FROM n`,
);

test('what is known of words is read once, and again after a publication', async () => {
  for (const { catalogue, writer, change } of opened) {
    const publish = (phrases: string[]) =>
      writer.run('publish-synonyms', { files: [], groups: [{ file: '/kept.yaml', phrases }] });
    const count = async (q: string) => (await catalogue.productKeys({ ...filter, q })).length;
    await publish(['plumbum', 'qr code']);
    expect(await count('plumbum')).toBeGreaterThan(0);
    // Beside the writer, which tells nobody.
    await change(() => run(dropSynonyms));
    expect(await count('plumbum code')).toBeGreaterThan(0);
    expect(await count('plumbum ')).toBeGreaterThan(0);
    await publish(['ferrum', 'qr code']);
    expect(await count('plumbum')).toBe(0);
    expect(await count('ferrum')).toBeGreaterThan(0);
  }
});

test('a product that goes offline is found no more by a word whose products were kept', async () => {
  for (const { catalogue, writer } of opened) {
    const key = (await catalogue.findProduct('slug', 'qr-code'))?.key;
    const find = async (q: string) => [...(await catalogue.productKeys({ ...filter, q }))];
    const show = (status: 0 | 1) => writer.run('set-status', { slugs: ['qr-code'], status, now: Date.now() });
    expect(await find('qr')).toContain(key);
    await show(0);
    expect(await find(' qr')).not.toContain(key);
    await show(1);
    expect(await find('  qr')).toContain(key);
  }
});

test('words are mended among too many to be compared one by one', async () => {
  const [sqlite, postgres] = await Promise.all(
    opened.map(async ({ catalogue, writer, change }) => {
      await change(() => run(addWords));
      await writer.run('publish-synonyms', { files: [], groups: [] });
      const misspelt = ['wether forecast', 'xrankfurter', 'holliday', 'zertifcate', 'invioce', 'weahtre'];
      return Promise.all(
        misspelt.map(async (q) => ({
          readAs: (await catalogue.readingOf(q, everyone)).readAs,
          keys: [...(await catalogue.productKeys({ ...filter, q }))],
        })),
      );
    }),
  );
  expect(postgres).toEqual(sqlite);
  expect(sqlite?.map(({ readAs }) => readAs)).toEqual([
    ...['weather forecast', 'frankfurter', 'holiday', undefined, 'invoice', 'weather'],
  ]);
});

const inRow = statement<{ count: number }>(
  'SELECT count(*) FROM product_search WHERE pg_column_toast_chunk_id(words) IS NULL',
);

test('PostgreSQL stores the long vectors apart from the rows', async () => {
  expect(await opened[1]?.change(() => all(inRow))).toEqual([{ count: 0 }]);
});
