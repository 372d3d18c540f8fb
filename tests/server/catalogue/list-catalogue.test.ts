import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardList } from '../../../lib/product/card-list.ts';
import { isListedApi } from '../../../lib/product/catalogue-view.ts';
import { apiMarkdown, llmsIndex } from '../../../server/documents/markdown-pages.ts';
import { listCatalogue, catalogueQuery, listProducts } from '../../../server/products/list-catalogue.ts';
import { listQuery } from '../../../server/store/catalogue/list-query.ts';
import { readApiPage, readProductPlace } from '../../../server/products/read-product.ts';
import { catalogueResponse, productListResponse } from '../../../server/api/table/list-response.ts';
import { readQuery } from '../../../server/doors/read-query.ts';
import type { PublishedApi } from '../../../server/store/catalogue/catalogue-jobs.ts';
import { importedProducts, importedTags } from './imported-products.ts';
import { catalogues, type CatalogueUnderTest } from '../../setup/catalogue-under-test.ts';

const houseOf = ({ tags }: (typeof importedProducts)[number]) => tags[1]?.slug ?? '';
const operationsOf = (house: string) => importedProducts.filter((product) => houseOf(product) === house);

function api(slug: string, name: string, provider: string): PublishedApi {
  const groups = [
    { name: 'First', description: 'The **first** half.' },
    { name: null, description: '' },
  ];
  const texts = { version: '1', url: null, summary: null, doc: `All of ${name}.` };
  const owner = { file: `/${slug}/api.yaml`, source: null };
  const named = { id: `api_${slug}`, slug, name, sortName: name.toLowerCase(), provider };
  return { ...named, ...texts, groups: JSON.stringify(groups), owner };
}

/** Backwards, the first half of them in the first group. */
function placesOf(house: string, slug: string) {
  const operations = operationsOf(house).toReversed();
  return operations.map((product, position) => ({
    slug: product.slug,
    api: slug,
    groupIndex: Number(position >= operations.length / 2),
    position,
  }));
}

describe.each(catalogues)('on $engine', ({ open }) => {
  let on: CatalogueUnderTest;
  let listBefore: string;

  beforeAll(async () => {
    on = await open();
    const { writer } = on;
    await writer.run('publish-tags', { tags: importedTags });
    await writer.run('publish', { products: importedProducts, now: 1 });
    listBefore = await listed();
    await writer.run('publish-api', { api: api('models', 'Model API', 'model-house'), now: 2 });
    await writer.run('publish-api', { api: api('payments', 'Zebra API', 'pay-house'), now: 3 });
    await writer.run('publish-api', { api: api('empty', 'Empty API', 'map-house'), now: 4 });
    await writer.run('place-operations', { places: placesOf('model-house', 'models') });
    await writer.run('place-operations', { places: placesOf('pay-house', 'payments') });
  });
  afterAll(() => on.close());

  async function listed(others: Record<string, string> = {}): Promise<string> {
    const query = readQuery(listQuery, new URLSearchParams({ pageSize: '100', facets: '1', ...others }));
    const page = await listProducts(on.context, { seesOffline: false }, query);
    return String(productListResponse(query, page).payload);
  }

  async function find(given: Record<string, string> = {}) {
    const query = readQuery(catalogueQuery, new URLSearchParams({ pageSize: '100', facets: '1', ...given }));
    const { payload } = catalogueResponse(query, await listCatalogue(on.context, query));
    const page = cardList.parse(JSON.parse(String(payload)));
    return {
      ...page,
      names: page.list.map(({ name }) => name),
      apis: page.list.filter(isListedApi),
      count: page.apis,
    };
  }

  const loose = importedProducts.filter((product) => ['code-house', 'map-house'].includes(houseOf(product)));

  test('each API is one entry beside the products by themselves, by name', async () => {
    const { names, total, count, apis } = await find();
    const expected = ['Model API', 'Zebra API', ...loose.map(({ name }) => name)];
    expect(names).toEqual(
      expected.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
    );
    expect([total, count]).toEqual([loose.length + 2, 2]);
    expect(apis[0]).toMatchObject({
      operations: operationsOf('model-house').length,
      groups: 2,
      version: '1',
    });
  });

  test('pages hold each entry once', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => find({ page: String(page), pageSize: '3' })),
    );
    expect(pages.flatMap(({ names }) => names)).toEqual((await find()).names.slice(0, 15));
  });

  test('the list of products is what it was, byte for byte', async () => {
    expect(await listed()).toBe(listBefore);
  });

  test.each([
    ['name', ['Model API', 'Zebra API']],
    ['-created', ['Zebra API', 'Model API']],
    ['price', ['Model API', 'Zebra API']],
    ['-price', ['Zebra API', 'Model API']],
    ['popular', ['Model API', 'Zebra API']],
  ])('sorted by %s, APIs have their places among products', async (sort, order) => {
    const { names, total } = await find({ sort });
    expect(names).toHaveLength(total);
    expect(names.filter((name) => order.includes(name))).toEqual(order);
  });

  test('tags leave the APIs that have a product of them', async () => {
    expect((await find({ tag: 'pay-house' })).names).toEqual(['Zebra API']);
    expect((await find({ tag: 'code-house' })).apis).toEqual([]);
    expect((await find({ tag: 'imported' })).count).toBe(2);
  });

  test('a search has the APIs that it names first, and operations name their API', async () => {
    const byName = await find({ q: 'zebra' });
    expect([byName.names, byName.count]).toEqual([['Zebra API'], 1]);
    const byProvider = await find({ q: 'pay house' });
    expect(byProvider.names[0]).toBe('Zebra API');
    expect(byProvider.total).toBe(operationsOf('pay-house').length + 1);
    const { list, names, count } = await find({ q: 'chat completion' });
    const products: unknown = JSON.parse(await listed({ q: 'chat completion' }));
    expect(products).toMatchObject({ list: names.map((name) => ({ name })) });
    expect([list[0], count]).toMatchObject([{ api: { slug: 'models', name: 'Model API' } }, 0]);
    expect((await find({ q: 'geocode' })).list[0]).not.toHaveProperty('api');
    expect((await find({ q: 'm' })).names[0]).toBe('Model API');
    expect((await find({ q: '++' })).apis).toEqual([]);
  });

  test('a page of an API has its groups, and its operations in their order', async () => {
    const page = await readApiPage(on.context, 'models');
    const backwards = operationsOf('model-house').toReversed();
    expect(page?.groups.flatMap(({ operations }) => operations.map(({ slug }) => slug))).toEqual(
      backwards.map(({ slug }) => slug),
    );
    expect(page?.groups.map(({ id, name, description }) => [id, name, description])).toEqual([
      ['group-first', 'First', 'The **first** half.'],
      ['group-other', null, ''],
    ]);
    const old = page?.groups.flatMap(({ operations }) => operations).filter(({ deprecated }) => deprecated);
    expect(old?.map(({ name }) => name)).toEqual(['Create assistant']);
    expect(await readApiPage(on.context, 'nothing')).toBeUndefined();
    expect((await readApiPage(on.context, 'empty'))?.groups).toEqual([]);
  });

  test('an API is Markdown, too, with a line for each of its products', async () => {
    const text = await apiMarkdown(on.context, 'models');
    expect(text).toMatch(/^# Model API\n/);
    for (const { slug } of operationsOf('model-house')) expect(text).toContain(`/products/${slug}.md): `);
    expect(text).toMatch(/^## First$/m);
    expect(text).toContain('All of Model API.');
    await expect(apiMarkdown(on.context, 'none')).rejects.toMatchObject({ code: 'not-found' });
    expect(await llmsIndex(on.context)).toContain('/apis/models.md): API by ');
  });

  test('what goes offline is no longer an operation, and the steps beside it pass it by', async () => {
    const [first, second, third] = operationsOf('pay-house').toReversed();
    const slugs = [second?.slug ?? ''];
    const key = async (slug = '') => (await on.catalogue.findProduct('slug', slug))?.key ?? 0;
    const place = async () => readProductPlace(on.context, await key(first?.slug));
    expect(await place()).toEqual({
      api: expect.objectContaining({ slug: 'payments', name: 'Zebra API' }),
      group: { id: 'group-first', title: 'First' },
      previous: null,
      next: { slug: second?.slug, name: second?.name },
    });
    await on.writer.run('set-status', { slugs, status: 0, now: 5 });
    expect(await place()).toMatchObject({ next: { slug: third?.slug } });
    expect((await find({ tag: 'pay-house' })).apis).toMatchObject([
      { operations: operationsOf('pay-house').length - 1 },
    ]);
    const all = operationsOf('pay-house').map(({ slug }) => slug);
    await on.writer.run('set-status', { slugs: all, status: 0, now: 6 });
    expect((await find()).names).not.toContain('Zebra API');
    expect(await readProductPlace(on.context, await key(loose[0]?.slug))).toBeUndefined();
  });

  test('a search that is misspelt says what it was read as', async () => {
    const readAs = async (q: string) => {
      const query = readQuery(catalogueQuery, new URLSearchParams({ q }));
      return (await listCatalogue(on.context, query)).search.readAs;
    };
    expect(await readAs('Geocode adress')).toBe('geocode address');
    expect(await readAs('geocdo')).toBe('geocode');
    expect(await readAs('elevation')).toBeUndefined();
    expect(await readAs('xyzzyxyzzy')).toBeUndefined();
  });
});
