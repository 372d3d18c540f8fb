import { describe, expect, it } from 'vitest';
import { ask, send } from './ask.ts';

describe('GET /api/catalogue', () => {
  // Other tests publish products and APIs meanwhile, none of them with this tag.
  it('lists what the list of products has, where no product belongs to an API', async () => {
    const { json, headers } = await ask('/api/catalogue?tag=images&pageSize=3&page=2&facets=1');
    const { list, total, facets } = Object(
      (await ask('/api/product/list?tag=images&pageSize=3&page=2&view=card&facets=1')).json,
    );
    expect(json).toEqual({ list, total, apis: 0, facets });
    expect(headers['link']).toMatch(/<\/api\/catalogue\?page=3&pageSize=3[^>]*>; rel="next"/);
    expect(headers['etag']).toBeDefined();
  });

  it.each(
    // biome-ignore format: a list
    [
      'q=image&tag=images', 'q=image&sort=price&tag=images', 'sort=-created&tag=images', 'sort=price&tag=images', 'sort=-price&tag=images', 'tag=images',
    ],
  )('finds and sorts with %s as the list of products does', async (query) => {
    const slugsOf = ({ json }: { json: unknown }) =>
      Object(json).list.map(({ slug }: { slug: string }) => slug);
    const products = slugsOf(await ask(`/api/product/list?view=card&${query}`));
    expect(slugsOf(await ask(`/api/catalogue?${query}`))).toEqual(products);
  });

  it.each(['page=0', 'pageSize=101', 'sort=age', 'facets=2'])('refuses %s', async (query) => {
    const { status, json } = await ask(`/api/catalogue?${query}`);
    expect([status, json]).toMatchObject([400, { code: 'invalid-parameter' }]);
  });

  it('takes GET alone', async () => {
    const { status, headers } = await send('/api/catalogue', 'POST', {});
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

it.each<[string, boolean]>([
  ['sort=nope', true],
  ['page=abc', true],
  ['sort=price&page=1', false],
])('the page of the catalogue says that it cannot read %s', async (query, isSaid) => {
  const { text } = await ask(`/?${query}`, { headers: { accept: 'text/html' } });
  expect(text.includes('Invalid filter')).toBe(isSaid);
});
