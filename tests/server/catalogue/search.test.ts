import { everyone } from '../../../server/store/catalogue/audience.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { planCatalogue } from '../../../server/catalogue/plan.ts';
import { applyPlan } from '../../../server/catalogue/apply.ts';
import { shippedCatalogue } from '../../setup/shipped-catalogue.ts';
import { catalogueQuery, listCatalogue, listProducts } from '../../../server/products/list-catalogue.ts';
import { listQuery } from '../../../server/store/catalogue/list-query.ts';
import { catalogueResponse, productListResponse } from '../../../server/api/table/list-response.ts';
import { readQuery } from '../../../server/doors/read-query.ts';
import { importedProducts, importedTags } from './imported-products.ts';
import { catalogues, type CatalogueUnderTest } from '../../setup/catalogue-under-test.ts';
import { publishedProduct } from '../../setup/published-product.ts';

const requests = z
  .array(z.object({ q: z.string(), product: z.union([z.string(), z.array(z.string())]) }))
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/search-requests.json', import.meta.url), 'utf8')));

const found = z.object({ list: z.array(z.object({ slug: z.string() })), total: z.int() });

/** What somebody types, and what must be among the first three. */
const queries: [q: string, slug: string][] = [
  // Names, whole and in part.
  ['qr code', 'qr-code'],
  ['QR', 'qr-code'],
  ['barcode', 'barcode'],
  ['resize', 'resize-image'],
  ['resize image', 'resize-image'],
  ['blur', 'blur-image'],
  ['convert image', 'convert-image'],
  ['placeholder', 'placeholder-image'],
  ['chart', 'chart'],
  ['weather', 'weather-forecast'],
  ['weather forecast', 'weather-forecast'],
  ['air quality', 'air-quality'],
  ['iban', 'iban-check'],
  ['isbn', 'isbn-check'],
  ['password', 'password-strength'],
  ['phone number', 'phone-number'],
  ['exchange rates', 'exchange-rates'],
  ['historical exchange rates', 'historical-exchange-rates'],
  ['json schema', 'validate-json'],
  ['csv to json', 'csv-to-json'],
  ['json to csv', 'json-to-csv'],
  ['markdown to pdf', 'markdown-to-pdf'],
  ['markdown to html', 'markdown-to-html'],
  ['html to text', 'html-to-text'],
  ['jwt', 'jwt-decoder'],
  ['hash', 'text-hash'],
  ['uuid', 'unique-ids'],
  ['unit conversion', 'unit-conversion'],
  ['public holidays', 'public-holidays'],
  ['cron', 'cron-runs'],
  ['text generation', 'text-generation'],
  ['language detection', 'language-detection'],
  ['chat completion', 'create-chat-completion'],
  ['create chat completion', 'create-chat-completion'],
  ['embeddings', 'create-embeddings'],
  ['payment intent', 'create-payment-intent'],
  ['invoice', 'create-invoice'],
  ['pull requests', 'list-pull-requests'],
  ['webhook', 'create-webhook'],
  ['geocode', 'geocode-address'],
  // Words join and split.
  ['timezone', 'time-zones'],
  ['timezones', 'time-zones'],
  ['time zone', 'time-zones'],
  ['time-zone', 'time-zones'],
  ['bar code', 'barcode'],
  ['qrcode', 'qr-code'],
  ['web hook', 'create-webhook'],
  ['email', 'get-e-mail-alerts'],
  ['e-mail', 'get-e-mail-alerts'],
  ['check out session', 'create-checkout-session'],
  ['finetuning', 'create-fine-tuning-job'],
  ['pay ment intent', 'create-payment-intent'],
  ['airquality', 'air-quality'],
  // Names in camel case.
  ['createVectorStore', 'createvectorstore'],
  ['vector store', 'createvectorstore'],
  ['createChatCompletion', 'create-chat-completion'],
  ['ListPullRequests', 'list-pull-requests'],
  // One typo.
  ['wether forecast', 'weather-forecast'],
  ['weahter', 'weather-forecast'],
  ['forcast', 'weather-forecast'],
  ['pasword', 'password-strength'],
  ['passwrod', 'password-strength'],
  ['bracode', 'barcode'],
  ['reisze', 'resize-image'],
  ['resise', 'resize-image'],
  ['markdwon', 'markdown-to-html'],
  ['holliday', 'public-holidays'],
  ['excange rates', 'exchange-rates'],
  ['invioce', 'create-invoice'],
  ['webhok', 'create-webhook'],
  ['embedings', 'create-embeddings'],
  ['chat compltion', 'create-chat-completion'],
  ['subscribtion', 'cancel-subscription'],
  ['convertion', 'unit-conversion'],
  ['redability', 'readability-score'],
  ['moderaton', 'content-moderation'],
  // Beginnings of words, as they are typed.
  ['wea', 'weather-forecast'],
  ['pass', 'password-strength'],
  ['weather fore', 'weather-forecast'],
  ['exch', 'exchange-rates'],
  ['timezo', 'time-zones'],
  ['chat comp', 'create-chat-completion'],
  ['subsc', 'cancel-subscription'],
  ['forcas', 'weather-forecast'],
  // Synonyms.
  ['llm', 'text-generation'],
  ['language model', 'text-generation'],
  ['resize picture', 'resize-image'],
  ['color contrast', 'contrast-check'],
  ['guid', 'unique-ids'],
  ['checksum', 'text-hash'],
  ['currency', 'exchange-rates'],
  ['telephone', 'phone-number'],
  ['bank account', 'iban-check'],
  // Case, accents, symbols, words that say nothing.
  ['MARKDOWN', 'markdown-to-html'],
  ['Fórecast', 'weather-forecast'],
  ['c++', 'compile-c'],
  ['C#', 'run-c-script'],
  ['how to resize an image', 'resize-image'],
  ['convert csv to json', 'csv-to-json'],
  ['text to speech', 'create-speech'],
  ['speech to text', 'create-transcription'],
  ['street coordinates', 'geocode-address'],
  ['refund money', 'create-refund'],
];

describe.each(catalogues)('on $engine', ({ open }) => {
  let on: CatalogueUnderTest;
  beforeAll(async () => {
    on = await open();
    const reading = shippedCatalogue;
    if (!reading.ok) throw new Error('The shipped catalogue has mistakes.');
    const products = reading.catalogue.products.map((product) => ({
      ...product,
      row: { ...product.row, status: 1 as const },
    }));
    await applyPlan(
      on.writer,
      await planCatalogue(on.publications, { ...reading.catalogue, products }, false),
    );
    await on.writer.run('publish-tags', { tags: importedTags });
    await on.writer.run('publish', { products: importedProducts, now: 1 });
  });
  afterAll(() => on.close());

  /** A page of the list as it is answered. */
  async function listed(given: Record<string, string>): Promise<string> {
    const query = readQuery(listQuery, new URLSearchParams(given));
    const page = await listProducts(on.context, { seesOffline: false }, query);
    return String(productListResponse(query, page).payload);
  }

  async function find(q: string, others: Record<string, string> = {}) {
    const payload = await listed({ q, ...others });
    const { list, total } = found.parse(JSON.parse(payload));
    return { slugs: list.map(({ slug }) => slug), total };
  }

  describe('the first three that are found', () => {
    test('there are at least a hundred questions', () => {
      expect(queries.length).toBeGreaterThanOrEqual(100);
    });

    test.each(queries)('%s: %s', async (q, slug) => {
      const { slugs } = await find(q);
      expect(slugs.slice(0, 3)).toContain(slug);
    });
  });

  describe('requests by somebody who had not seen the search', () => {
    /** The share of requests whose right product is among the first so many. */
    async function shares(rows: typeof requests) {
      const places = await Promise.all(
        rows.map(async ({ q, product }) => {
          const { slugs, total } = await find(q);
          return { place: slugs.findIndex((slug) => [product].flat().includes(slug)), total };
        }),
      );
      const share = (isSo: (one: { place: number; total: number }) => boolean) =>
        places.filter(isSo).length / rows.length;
      return {
        first: share(({ place }) => place === 0),
        firstThree: share(({ place }) => place >= 0 && place < 3),
        nothing: share(({ total }) => total === 0),
      };
    }

    test('there are two hundred', () => {
      expect(requests).toHaveLength(200);
    });

    // The search was made with every second one in view.
    test.each([0, 1])('find the right product, in each half of them: %d', async (half) => {
      const found = await shares(requests.filter((_, index) => index % 2 === half));
      expect(found.first).toBeGreaterThanOrEqual(0.9);
      expect(found.firstThree).toBeGreaterThanOrEqual(0.97);
      expect(found.nothing).toBeLessThanOrEqual(0.01);
    });
  });

  test.each([
    ['convert png to jpg', 'convert-image'],
    ['create a qr code for a url', 'qr-code'],
    ['celsius to fahrenheit', 'unit-conversion'],
    ['public holidays in Germany', 'public-holidays'],
    ['holiday in france', 'public-holidays'],
    ['png smaller please', 'resize-image'],
    ['csv to jsn', 'csv-to-json'],
    ['json as csv', 'json-to-csv'],
    ['qr code', 'qr-code'],
    ['barcode', 'barcode'],
    ['exchange rates', 'exchange-rates'],
    ['create chat completion', 'create-chat-completion'],
    ['create invoice', 'create-invoice'],
    ['timezone', 'time-zones'],
    ['days between two dates', 'public-holidays'],
    ['how many working days between two dates', 'public-holidays'],
  ])('%s finds what is meant before all else', async (q, slug) => {
    const { slugs } = await find(q);
    expect(slugs[0]).toBe(slug);
  });

  test('names come before texts that say the same more often', async () => {
    const { slugs } = await find('chat completion');
    expect(slugs.slice(0, 2).sort()).toEqual(['create-chat-completion', 'list-chat-completions']);
    expect(slugs).toContain('create-assistant');
  });

  test.each([
    ['c++', ['compile-c']],
    ['c#', ['run-c-script']],
    ['++', ['compile-c']],
    ['"*()^:-', []],
    ['*', []],
    ['%', []],
    ['zzzzqqqq', []],
  ])('%s finds %j and nothing else', async (q, slugs) => {
    expect(await find(q)).toEqual({ slugs, total: slugs.length });
  });

  test('what matches little is left out, and so is what a product says that it does not do', async () => {
    const { slugs: images } = await find('convert png to jpg', { pageSize: '100' });
    expect(images.length).toBeLessThan(10);
    expect(images).not.toContain('time-zones');
    const { slugs: rates } = await find('exchange rate', { pageSize: '100' });
    expect(rates.slice(0, 2).toSorted()).toEqual(['exchange-rates', 'historical-exchange-rates']);
    expect(rates).not.toContain('unit-conversion');
  });

  test.each(['dna sequence alignment', 'wikipedia summary', 'blood pressure monitor'])(
    '%s, which no product does, finds nothing',
    async (q) => {
      expect(await find(q)).toEqual({ slugs: [], total: 0 });
    },
  );

  test('an unknown word does not empty the list', async () => {
    expect((await find('zzzzqqqq weather')).slugs[0]).toBe('weather-forecast');
    expect((await find('zzzzqqqq slugs')).slugs[0]).toBe('slugs');
  });

  test('pages of a search follow each other, within an exact total', async () => {
    const { slugs, total } = await find('image', { pageSize: '100' });
    const pages = [];
    for (let page = 1; page <= Math.ceil(total / 4); page += 1)
      pages.push(...(await find('image', { pageSize: '4', page: String(page) })).slugs);
    expect(pages).toEqual(slugs);
    expect(new Set(pages).size).toBe(total);
  });

  test('a list of the catalogue says how a search was read and what marks it, or what to try', async () => {
    const answer = z.looseObject({ marks: z.array(z.string()).optional() });
    const read = async (q: string) => {
      const query = catalogueQuery.parse({ q });
      const { payload } = catalogueResponse(query, await listCatalogue(on.context, query));
      return answer.parse(JSON.parse(String(payload)));
    };
    const { readAs, marks } = await read('wether in jpg');
    expect(readAs).toBe('weather in jpg');
    expect(marks).toEqual(expect.arrayContaining(['weather', 'jpg', 'jpeg', 'image']));
    expect(await read('wethxr')).toMatchObject({
      total: 0,
      instead: { words: ['weather'], products: [{}, {}, {}, {}] },
    });
    // "weather" alone is another search.
    expect(await read('wethxr zzzzqqqq')).toMatchObject({ total: 0, instead: { words: [] } });
    expect(await on.context.store.catalogue.nearestSearches('wethxr forecast', everyone)).toEqual([
      'weather forecast',
    ]);
  });

  test('one letter finds what begins with it in names and tags, and not every text that has such a word', async () => {
    const { slugs, total } = await find('q', { pageSize: '100' });
    expect(slugs[0]).toBe('qr-code');
    expect(total).toBeLessThan(15);
    expect((await find('c', { pageSize: '100' })).slugs).toContain('convert-image');
  });

  test('words that are spelt right find nothing by a typo', async () => {
    const { slugs } = await find('invoice');
    expect(slugs).toEqual(expect.arrayContaining(['create-invoice', 'finalize-invoice']));
    expect(slugs).not.toContain('create-speech');
  });

  test('a typo does not stand for a word that says nothing', async () => {
    const { slugs } = await find('wether');
    expect(slugs[0]).toBe('weather-forecast');
    expect((await find('whether', { pageSize: '100' })).slugs).toContain('phone-number');
    expect(slugs).not.toContain('phone-number');
  });

  test('facets count what is found, and orders keep it, when the words are corrected', async () => {
    const { slugs, total } = await find('weahter');
    expect(total).toBeGreaterThan(0);
    const byName = await find('weahter', { sort: 'name' });
    expect(byName.slugs.toSorted()).toEqual(slugs.toSorted());
    const payload = await listed({ q: 'weahter', facets: '1' });
    const { facets } = z
      .object({ facets: z.array(z.object({ tags: z.array(z.object({ count: z.int() })) })) })
      .parse(JSON.parse(payload));
    expect(facets[0]?.tags.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  });

  test('what is deprecated comes last and says so, in every order', async () => {
    for (const sort of ['name', '-created', 'price', '-price', 'popular']) {
      const payload = await listed({ sort, pageSize: '100' });
      const { list } = z
        .object({ list: z.array(z.object({ slug: z.string(), deprecated: z.boolean().optional() })) })
        .parse(JSON.parse(payload));
      expect(list.at(-1), sort).toEqual({ slug: 'create-assistant', deprecated: true });
      expect(list.filter(({ deprecated }) => deprecated)).toHaveLength(1);
    }
  });

  test('a product that is no longer deprecated stands among the others again', async () => {
    const old = publishedProduct('aged', {
      tags: importedProducts[0]?.tags ?? [],
      template: { id: 'tpl_aged', hash: 'old', document: '{"deprecated":true}' },
    });
    await on.writer.run('publish', { products: [old], now: 2 });
    expect((await find('aged')).slugs[0]).toBe('aged');
    const names = async () => (await find('', { pageSize: '100' })).slugs;
    expect((await names()).indexOf('aged')).toBeGreaterThan(60);
    const current = { ...old, template: { ...old.template, hash: 'new', document: '{}' } };
    await on.writer.run('publish', { products: [current], now: 3 });
    expect((await names()).indexOf('aged')).toBeLessThan(3);
  });

  test('an unknown word does not hide the one product that is called by the other', async () => {
    const product = publishedProduct('kumquat', { tags: importedProducts[0]?.tags ?? [] });
    await on.writer.run('publish', { products: [product], now: 4 });
    expect((await find('zzzzqqqq kumquat')).slugs).toEqual(['kumquat']);
  });

  test('synonyms that are published anew hold at once', async () => {
    expect((await find('plumbum')).total).toBe(0);
    const groups = [{ file: '/more/tags.yaml', phrases: ['plumbum', 'qr code'] }];
    await on.writer.run('publish-synonyms', { files: [], groups });
    expect((await find('plumbum')).slugs[0]).toBe('qr-code');
  });

  test('a synonym with a word that says nothing is found as it is written', async () => {
    const groups = [{ file: '/others/tags.yaml', phrases: ['square of squares', 'qr code'] }];
    await on.writer.run('publish-synonyms', { files: [], groups });
    expect((await find('square of squares')).slugs[0]).toBe('qr-code');
  });
});
