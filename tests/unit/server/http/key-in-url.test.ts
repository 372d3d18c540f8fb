import { describe, expect, it } from 'vitest';
import { makeApiKey } from '../../../../server/callers/api-key.ts';
import { refuseKeyInUrl } from '../../../../server/http/arriving-request.ts';

const key = makeApiKey();

describe('an address with a key', () => {
  it.each([
    `/api/product/list?key=${key}`,
    `http://portal/api/product/list?page=1&x=${key}`,
    `/api/product/list?q=Bearer%20${key}`,
    `/api/product/list?${key}`,
    `/api/product/list?key=fb_short`,
    `/api/product/list?api_key=fb_short`,
    `/api/product/list?access_token=fb_short`,
    `/api/product/list?authorization=Bearer+fb_short`,
    `/api/product/list?key=${key.slice(0, -3)}`,
    `/api/product/list?key=${key.replace('fb_', '%66%62%5f')}`,
    `/api/product/list?key=${key.toUpperCase()}`,
  ])('is refused: %s', (url) => {
    expect(() => refuseKeyInUrl(url)).toThrow(expect.objectContaining({ code: 'key-in-url' }));
  });

  it('is told without the key', () => {
    for (const query of [`key=${key}`, key]) {
      const secret = key.slice(3, 20);
      try {
        refuseKeyInUrl(`/api?${query}`);
        expect.unreachable();
      } catch (error) {
        expect(JSON.stringify(error)).not.toContain(secret);
        expect(String(error)).not.toContain(secret);
      }
    }
  });

  it.each([
    '/api/product/list',
    '/api/product/list?',
    '/api/product/list?q=fb_ads',
    '/api/product/list?q=100%25%20fb_ads_manager',
    '/api/product/info?id=fb_graph-api',
    '/api/product/list?tag=keys&q=%zz',
    '/api/product/list?key=value',
    `/api/product/list?quote=fbq_${'A'.repeat(60)}`,
    `/api/${key}`,
  ])('is not %s', (url) => {
    expect(() => refuseKeyInUrl(url)).not.toThrow();
  });
});
