import { expect, test } from 'vitest';
import { pastedCells } from '../../../lib/form/pasted-cells.ts';

test.each<[string, string, number, boolean, string[][] | undefined]>([
  ['one cell is for the field itself', '1', 2, false, undefined],
  ['tabs', 'a\tb', 2, false, [['a', 'b']]],
  ['a line break in quotes', '"a\nb"\t"say ""hi"""', 2, false, [['a\nb', 'say "hi"']]],
  ['one cell in quotes', '"a\nb"\n', 2, false, [['a\nb']]],
  ['a quote that opens nothing', '"a" b\tc', 2, false, [['"a" b', 'c']]],
  [
    'CSV',
    'a,b\n"c,d",e',
    2,
    false,
    [
      ['a', 'b'],
      ['c,d', 'e'],
    ],
  ],
  [
    'CSV of other countries',
    '1,5;2\n3;4',
    2,
    false,
    [
      ['1,5', '2'],
      ['3', '4'],
    ],
  ],
  ['a column of decimals', '1,5\n2', 2, false, [['1,5'], ['2']]],
  ['lines of prose', 'Dear all\nHello', 2, true, undefined],
  ['an empty cell in the middle', '1\t\t3', 3, false, [['1', '', '3']]],
])('%s', (_what, text, columns, isProse, cells) => {
  expect(pastedCells(text, columns, isProse)).toEqual(cells);
});
