import { describe, expect, it } from 'vitest';
import { mayCostMore } from '../../../../lib/product/priced-template.ts';

const template = (extension: object, size: object = { type: 'integer', minimum: 1, maximum: 9 }) =>
  JSON.stringify({
    method: 'get',
    path: '/sized',
    server: { url: 'https://upstream.example' },
    parameters: [{ name: 'size', in: 'query', schema: size }],
    responses: { 200: { description: 'Sized', content: { 'application/json': { schema: {} } } } },
    'x-farebox': {
      price: {
        lines: [
          { label: 'Size', per: { quantity: 'has(input.size) ? input.size : 1', rate: 1, unit: 'step' } },
        ],
        maximum: 9,
      },
      ...extension,
    },
  });

describe('mayCostMore', () => {
  const flat = (credits: number) => ({ price: { lines: [{ label: 'A call', flat: credits }], maximum: 9 } });

  it.each<[string, boolean, string, string]>([
    ['a lower price', false, template(flat(2)), template(flat(1))],
    ['a higher price', true, template(flat(1)), template(flat(2))],
    [
      'a failure that costs',
      true,
      template(flat(2)),
      template({ ...flat(1), charges: { timeout: 'quoted' } }),
    ],
    [
      'a failure that costs less',
      false,
      template({ charges: { timeout: 'quoted' } }),
      template({ charges: { timeout: 'settled' } }),
    ],
    [
      'another default',
      true,
      template({}),
      template({}, { type: 'integer', minimum: 1, maximum: 9, default: 5 }),
    ],
    ['one that cannot be read any more', true, '{}', template(flat(1))],
  ])('%s: %s', (_, costsMore, before, after) => {
    expect(mayCostMore(before, after)).toBe(costsMore);
  });
});
