import { expect, test } from 'vitest';
import { describe } from '../../../../../lib/form/describe.ts';
import { pastedCells } from '../../../../../lib/view/form/pasted-rows.ts';
import type { TableColumn } from '../../../../../lib/form/table-columns.ts';
import { schemaNode } from '../../../../../lib/schema/schema-graph.ts';

const columns = ['x', 'y', 'note'].map((name): TableColumn => {
  const schema = schemaNode({ type: 'string' });
  return { name, schema, required: false, label: name, widget: describe(schema).widget };
});

interface Into {
  column?: number;
  isProse?: boolean;
  items?: { x: string }[];
}

const decimals = [['1,5'], ['2,5']];
const filled = [{ x: 'a' }, { x: 'b' }];

test.each<[string, string, Into, string[][] | undefined]>(
  // biome-ignore format: a table
  [
    ['one cell is for the field itself', '1', {}, undefined],
    ['tabs', 'a\tb', {}, [['a', 'b']]],
    ['a line break in quotes', '"a\nb"\t"say ""hi"""', {}, [['a\nb', 'say "hi"']]],
    ['one cell in quotes', '"a\nb"\n', {}, [['a\nb']]],
    ['a quote that opens nothing', '"a" b\tc', {}, [['"a" b', 'c']]],
    ['CSV', 'a,b\n"c,d",e', {}, [['a', 'b'], ['c,d', 'e']]],
    ['CSV of other countries', '1,5;2\n3;4', {}, [['1,5', '2'], ['3', '4']]],
    ['CSV over rows that say something', 'a,b\nc,d', { items: filled }, [['a,b'], ['c,d']]],
    ['CSV with headings over such rows', 'y,x\nc,d', { items: filled }, [['y', 'x'], ['c', 'd']]],
    ['a column of decimals over others', '1,5\n2,5', { items: filled }, decimals],
    ['a column of decimals at the last column', '1,5\n2,5', { column: 2 }, decimals],
    ['lines of prose', 'Dear all\nHello', { isProse: true }, undefined],
    ['lines of prose with commas', '12 Main St, Springfield\nIllinois, USA', { isProse: true }, undefined],
    ['an empty cell in the middle', '1\t\t3', {}, [['1', '', '3']]],
  ],
)('%s', (_what, text, { column = 0, isProse = false, items = [] }, cells) => {
  const target = { columns, items, row: 0, column, isProse, newItem: () => ({}) };
  expect(pastedCells(text, target)).toEqual(cells);
});
