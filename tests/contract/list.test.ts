import { describe, expect, it } from 'vitest';
import { ask, post } from './ask.ts';
import { listOf } from './shapes.ts';

type Listed = ReturnType<typeof listOf>['list'][number];

/** What is deprecated comes last in every order. */
const age = ({ deprecated }: Listed) => Number(deprecated ?? false);

/** All pages of a list, with what the first one says. */
async function wholeList(query: string) {
  const read = async (page: number) =>
    listOf((await ask(`/api/product/list?${query}&pageSize=100&page=${page}`)).json);
  const first = await read(1);
  const { total } = first;
  const list = [...first.list];
  for (let page = 2; list.length < total; page += 1) list.push(...(await read(page)).list);
  return { ...first, list };
}

describe('GET /api/product/list', () => {
  it('answers a page of ten online products with the fields of the description', async () => {
    const { status, json } = await ask('/api/product/list');
    const { list, total } = listOf(json);
    expect(status).toBe(200);
    expect(list).toHaveLength(10);
    expect(total).toBeGreaterThan(10);
    expect(Object.keys(list[0] ?? {}).sort()).toEqual([
      'abilities',
      'apiTemplateID',
      'description',
      'doc',
      'id',
      'labels',
      'name',
      'price',
      'provider',
      'slug',
      'status',
      'type',
    ]);
    expect(list.every(({ status }) => status === 1)).toBe(true);
  });

  it('repeats and skips nothing over its pages, whatever their size', async () => {
    const whole = await wholeList('');
    expect(whole.list).toHaveLength(whole.total);
    for (const sort of ['name', '-created', 'price', '-price', 'popular']) {
      const slugs: string[] = [];
      for (let page = 1; slugs.length < whole.total; page += 1) {
        const { list } = listOf((await ask(`/api/product/list?sort=${sort}&pageSize=7&page=${page}`)).json);
        slugs.push(...list.map(({ slug }) => slug));
      }
      expect([...slugs].sort(), sort).toEqual(whole.list.map(({ slug }) => slug).sort());
    }
  });

  it('answers a page past the end with an empty list and the true total', async () => {
    const { total } = listOf((await ask('/api/product/list')).json);
    for (const page of ['1000', '99999999999999999999']) {
      expect((await ask(`/api/product/list?page=${page}`)).json).toEqual({ list: [], total });
    }
  });

  it.each([1, 2, 3, 4])('type=%i keeps the products that carry a tag of that kind', async (type) => {
    const all = await wholeList('');
    const kept = await wholeList(`type=${type}`);
    const carries = (product: (typeof all.list)[number]) =>
      [1, 2].includes(type) || (type === 3 ? product.abilities : product.labels).length > 0;
    expect(kept.list.map(({ slug }) => slug)).toEqual(all.list.filter(carries).map(({ slug }) => slug));
    if (type > 2) expect(kept.total).toBeLessThan(all.total);
  });

  it('narrows to tags: any of one kind, and of each kind one', async () => {
    const all = (await wholeList('')).list;
    const types = [...new Set(all.map(({ type }) => type.slug))].slice(0, 2);
    const [first = '', second = ''] = types;
    const ofTypes = (await wholeList(`tag=${first}&tag=${second}`)).list;
    const expected = all.filter(({ type }) => types.includes(type.slug));
    expect(ofTypes.map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug));
    const provider = expected[0]?.provider.slug ?? '';
    const both = (await wholeList(`tag=${first}&tag=${second}&tag=${provider}`)).list;
    expect(both.map(({ slug }) => slug)).toEqual(
      expected.filter((product) => product.provider.slug === provider).map(({ slug }) => slug),
    );
    expect((await ask('/api/product/list?tag=no-such-tag')).json).toEqual({ list: [], total: 0 });
  });

  it('takes a slug that stands for tags of two kinds as either of them', async () => {
    const slugs = async (query: string) =>
      listOf((await ask(`/api/product/list?${query}`)).json).list.map(({ slug }) => slug);
    expect(await slugs('tag=ambiguous')).toEqual(['every-price', 'takes-files']);
    expect(await slugs('tag=ambiguous&tag=nobody-s')).toEqual([
      'every-price',
      'failing-price',
      'takes-files',
    ]);
    expect(await slugs('tag=ambiguous&tag=nobody')).toEqual(['every-price', 'takes-files']);
  });

  it('counts facets as what each choice would leave', async () => {
    const { facets = [], total } = listOf((await ask('/api/product/list?facets=1')).json);
    expect(facets.map(({ type }) => type)).toEqual([1, 2, 3, 4]);
    expect(facets[0]?.tags.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    for (const { tags } of facets) {
      for (const { slug, count } of tags.filter((tag) => tag.slug !== 'ambiguous').slice(0, 3)) {
        expect(listOf((await ask(`/api/product/list?tag=${slug}`)).json).total, slug).toBe(count);
      }
    }
  });

  it('leaves the documentation out of cards', async () => {
    const { list } = listOf((await ask('/api/product/list?view=card')).json);
    expect(list.every((product) => !('doc' in product))).toBe(true);
  });

  it('finds words, the beginnings of words, and the best match first', async () => {
    const find = async (q: string) =>
      (await wholeList(`q=${encodeURIComponent(q)}`)).list.map(({ slug }) => slug);
    expect((await find('every price'))[0]).toBe('every-price');
    expect(await find('EVERY pric')).toContain('every-price');
    expect(await find('every-price"*( NEAR')).not.toContain('hostile-text');
    expect(await find('zzzzqqqq')).toEqual([]);
    expect(await find('"*()^:-')).toEqual([]);
    expect(await find('evrey price')).toContain('every-price');
    expect((await find('qrcode'))[0]).toBe('qr-code');
    expect(await find('c++')).toEqual([]);
  });

  it('says which products are deprecated, and puts them last', async () => {
    const { list } = await wholeList('');
    expect(list.filter(({ deprecated }) => deprecated).map(({ slug }) => slug)).toEqual(['retired']);
    expect(list.at(-1)?.slug).toBe('retired');
  });

  it.each([
    ['sort=price', (one: Listed, other: Listed) => one.price.from - other.price.from],
    ['sort=-price', (one: Listed, other: Listed) => other.price.from - one.price.from],
    ['q=the&sort=price', (one: Listed, other: Listed) => one.price.from - other.price.from],
    [
      'q=the&sort=name',
      (one: Listed, other: Listed) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1),
    ],
  ])('%s is the order of the list', async (query, compare) => {
    const { list } = await wholeList(query);
    expect(list.length).toBeGreaterThan(3);
    const expected = list.toSorted((one, other) => age(one) - age(other) || compare(one, other));
    expect(list.map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug));
    const other = await wholeList(query.replace(/sort=.*/, ''));
    expect(other.list.map(({ slug }) => slug).sort()).toEqual(list.map(({ slug }) => slug).sort());
  });

  it('sort=popular begins with what is called most', async () => {
    const byName = (await wholeList('q=text&sort=name')).list;
    const slug = 'text-statistics';
    for (let call = 0; call < 3; call += 1)
      expect(
        await post(`/api/product/developer/call/${slug}`, { text: 'Some words to count.' }),
      ).toMatchObject({ status: 200 });
    const popular = (await wholeList('q=text&sort=popular')).list;
    expect(popular[0]?.slug).toBe(slug);
    expect(popular.map((product) => product.slug).sort()).toEqual(byName.map((one) => one.slug).sort());
  });

  it('narrows what words find to tags, and counts facets of what they find', async () => {
    const found = await wholeList('q=image&facets=1');
    const { slug = '', count } = found.facets?.[0]?.tags[0] ?? {};
    const narrowed = await wholeList(`q=image&tag=${slug}&facets=1`);
    expect(narrowed.total).toBe(count);
    const expected = found.list.filter(({ type }) => type.slug === slug);
    expect(narrowed.list.map((product) => product.slug)).toEqual(expected.map((product) => product.slug));
    expect(narrowed.facets?.[0]).toEqual(found.facets?.[0]);
  });

  it.each([
    ['page=0', 'page is "0"; allowed is a whole number of at least 1'],
    ['page=1.5', 'page is "1.5"; allowed is a whole number of at least 1'],
    ['page=+1', 'page is " 1"; allowed is a whole number of at least 1'],
    ['page=-1', 'page is "-1"; allowed is a whole number of at least 1'],
    ['page=1e3', 'page is "1e3"; allowed is a whole number of at least 1'],
    ['page=one', 'page is "one"; allowed is a whole number of at least 1'],
    ['pageSize=0', 'pageSize is "0"; allowed is a whole number from 1 to 100'],
    ['pageSize=101', 'pageSize is "101"; allowed is a whole number from 1 to 100'],
    ['type=5', 'type is "5"; allowed is 1 (api type), 2 (provider), 3 (api capability) or 4 (api tag)'],
    ['sort=rank', 'sort is "rank"; allowed is name, -created, price, -price or popular'],
    ['page=1&page=2', 'page is given 2 times; allowed is one value'],
  ])('refuses %s', async (query, detail) => {
    const { status, json } = await ask(`/api/product/list?${query}`);
    expect([status, json]).toMatchObject([
      400,
      { code: 'invalid-parameter', errors: [{ parameter: query.split('=')[0], detail }] },
    ]);
  });

  it('takes an empty value as absent and lets unknown parameters pass', async () => {
    const plain = await ask('/api/product/list');
    expect((await ask('/api/product/list?page=&type=&q=&tag=&utm_source=x')).json).toEqual(plain.json);
  });

  it('keeps what is offline for operators', async () => {
    for (const value of ['0', 'all']) {
      const { status, json } = await ask(`/api/product/list?status=${value}`);
      expect([status, json]).toMatchObject([403, { code: 'forbidden' }]);
    }
    expect((await ask('/api/product/list?status=1')).status).toBe(200);
  });

  it('links the pages around it and knows what the caller has', async () => {
    const { headers } = await ask('/api/product/list?page=2&pageSize=5');
    expect(headers['link']).toMatch(/<\/api\/product\/list\?page=1&pageSize=5>; rel="first"/);
    expect(headers['link']).toMatch(/page=3&pageSize=5>; rel="next"/);
    const again = await ask('/api/product/list?page=2&pageSize=5', {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await ask('/api/product/list?page=2&pageSize=5', {
      headers: { 'if-none-match': '"other"' },
    });
    expect(other.status).toBe(200);
  });

  it('comes by the fast lane: Next would have said what it varies by', async () => {
    for (const path of [
      '/api/product/list',
      '/api/product/info?id=every-price',
      '/api/product/playground?id=every-price',
    ]) {
      expect((await ask(path)).headers, path).not.toHaveProperty('vary');
    }
  });

  it('answers HEAD without a body and OPTIONS with what it takes', async () => {
    const head = await ask('/api/product/list', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await ask('/api/product/list', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(options.status).toBe(204);
    expect(options.headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect(options.headers['access-control-allow-origin']).toBe('*');
    expect(options.headers['access-control-allow-credentials']).toBeUndefined();
  });
});
