import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { listOf } from './shapes.ts';

describe('GET /api/product/info', () => {
  it('answers by id and by slug, just as the list does', async () => {
    const [product] = listOf((await ask('/api/product/list?pageSize=1')).json).list;
    expect((await ask(`/api/product/info?id=${product?.id}`)).json).toEqual(product);
    expect((await ask(`/api/product/info?id=${product?.slug}`)).json).toEqual(product);
  });

  it('answers for a product that is offline', async () => {
    const { status, json } = await ask('/api/product/info?id=recursive');
    expect([status, json]).toMatchObject([200, { slug: 'recursive', status: 0 }]);
    const { list } = listOf((await ask('/api/product/list?pageSize=100')).json);
    expect(list.map(({ slug }) => slug)).not.toContain('recursive');
  });

  it('says which product is unknown, and that one must be named', async () => {
    expect(await ask('/api/product/info?id=nope')).toMatchObject({
      status: 404,
      json: { code: 'not-found', detail: 'There is no product with the id or slug "nope".' },
    });
    for (const query of ['', '?id=']) {
      expect(await ask(`/api/product/info${query}`)).toMatchObject({
        status: 400,
        json: { code: 'missing-parameter', errors: [{ parameter: 'id' }] },
      });
    }
  });

  it('can be asked about again', async () => {
    const { headers } = await ask('/api/product/info?id=every-price');
    const again = await ask('/api/product/info?id=every-price', {
      headers: { 'if-none-match': `W/${headers['etag']}, "x"` },
    });
    expect(again.status).toBe(304);
  });
});
