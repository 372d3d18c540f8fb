import { expect, it } from 'vitest';
import { pageNumbers } from '../../../../components/catalogue/pager.tsx';

it.each(
  // biome-ignore format: a table
  [
    [1, 1, '1'], [1, 2, '1 2'], [1, 4, '1 2 3 4'], [1, 197, '1 2 3 … 197'], [2, 197, '1 2 3 … 197'], [3, 197, '1 2 3 4 … 197'],
    [4, 197, '1 2 3 4 5 … 197'], [5, 197, '1 … 4 5 6 … 197'], [196, 197, '1 … 195 196 197'], [197, 197, '1 … 195 196 197'],
    [400, 197, '1 … 195 196 197'],
  ],
)('the pages that a list offers: page %i of %i: %s', (page, last, shown) => {
  expect(
    pageNumbers(page, last)
      .map((number) => number ?? '…')
      .join(' '),
  ).toBe(shown);
});
