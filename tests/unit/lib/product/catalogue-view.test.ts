import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  catalogueAddress,
  catalogueParameters,
  catalogueSorts,
  listQuery,
  readCatalogueView,
  unreadParameter,
  withPageSize,
} from '../../../../lib/product/catalogue-view.ts';

const read = (address: string) =>
  readCatalogueView(catalogueParameters(new URL(address, 'http://portal').searchParams));

describe('the view that an address stands for', () => {
  it.each([
    ['/', { q: '', tags: [], page: 1 }],
    ['/?q=qr&tag=images&tag=text&page=3', { q: 'qr', tags: ['images', 'text'], page: 3 }],
    ['/?sort=-price', { q: '', tags: [], page: 1, sort: '-price' }],
    ['/?sort=&page=0&tag=&q=', { q: '', tags: [], page: 1 }],
    ['/?sort=best&page=1e3&tag=a&tag=a', { q: '', tags: ['a'], page: 1 }],
    [
      '/?sort=popular&pageSize=20&layout=rows',
      { q: '', tags: [], page: 1, sort: 'popular', pageSize: 20, layout: 'rows' },
    ],
    ['/?pageSize=10&layout=cards', { q: '', tags: [], page: 1 }],
    ['/?pageSize=1000', { q: '', tags: [], page: 1 }],
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
        pageSize: fc.constantFrom(20 as const, 50 as const),
        layout: fc.constant('rows' as const),
      },
      { requiredKeys: ['q', 'tags', 'page'] },
    );
    fc.assert(
      fc.property(view, (given) => {
        expect(read(catalogueAddress(given))).toEqual(given);
      }),
    );
  });

  it('is asked of the portal in the same words', () => {
    expect(listQuery({ q: 'a b', tags: ['x'], page: 2, sort: 'price', pageSize: 20, layout: 'rows' })).toBe(
      'q=a+b&tag=x&sort=price&pageSize=20&page=2&facets=1',
    );
  });
});

it.each([
  [{ page: 7 }, 20, { page: 4, pageSize: 20 }],
  [{ page: 4, pageSize: 20 }, 10, { page: 7 }],
  [{ page: 1 }, 50, { page: 1, pageSize: 50 }],
  [{ page: 2, pageSize: 50 }, 20, { page: 3, pageSize: 20 }],
] as const)('the page of another size: %j with %i a page is %j', (before, size, after) => {
  const view = { q: 'a', tags: ['b'], layout: 'rows' as const };
  expect(withPageSize({ ...view, ...before }, size)).toEqual({ ...view, ...after });
});

it.each<[string, string | undefined]>([
  ['?sort=nope', '“nope” is not an order of products. There are name, popular, -created, price, -price.'],
  ['?page=abc', '“abc” is not the number of a page.'],
  ['?page=0', '“0” is not the number of a page.'],
  ['?pageSize=7', '“7” is not a size of pages. There are 10, 20, 50.'],
  ['?sort=name&page=2&pageSize=10&q=x&utm_source=y', undefined],
  ['?sort=&page=', undefined],
])('says which parameter of %s it cannot read', (query, sentence) =>
  expect(unreadParameter(catalogueParameters(new URLSearchParams(query)))).toBe(sentence),
);
