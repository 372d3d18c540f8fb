import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  catalogueAddress,
  catalogueParameters,
  catalogueSorts,
  listAddress,
  readCatalogueView,
} from '../../lib/catalogue-view.ts';

const read = (address: string) =>
  readCatalogueView(catalogueParameters(new URL(address, 'http://portal').searchParams));

describe('the view that an address stands for', () => {
  it.each([
    ['/', { q: '', tags: [], page: 1 }],
    ['/?q=qr&tag=images&tag=text&page=3', { q: 'qr', tags: ['images', 'text'], page: 3 }],
    ['/?sort=-price', { q: '', tags: [], page: 1, sort: '-price' }],
    ['/?sort=&page=0&tag=&q=', { q: '', tags: [], page: 1 }],
    ['/?sort=popular&page=1e3&tag=a&tag=a', { q: '', tags: ['a'], page: 1 }],
    [`/?q=${'x'.repeat(300)}&tag=${'y'.repeat(101)}`, { q: 'x'.repeat(200), tags: [], page: 1 }],
  ])('%s', (address, view) => {
    expect(read(address)).toEqual(view);
  });

  it('comes back from the address that is written for it', () => {
    const view = fc.record(
      {
        q: fc.string({ maxLength: 200 }),
        tags: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 100 }), { maxLength: 20 }),
        page: fc.integer({ min: 1, max: 999_999_999 }),
        sort: fc.constantFrom(...catalogueSorts),
      },
      { requiredKeys: ['q', 'tags', 'page'] },
    );
    fc.assert(
      fc.property(view, (given) => {
        expect(read(catalogueAddress(given))).toEqual(given);
      }),
    );
  });

  it('is asked of the list endpoint in the same words', () => {
    expect(listAddress({ q: 'a b', tags: ['x'], page: 2, sort: 'price' })).toBe(
      '/api/product/list?q=a+b&tag=x&sort=price&page=2&view=card&facets=1',
    );
  });
});
