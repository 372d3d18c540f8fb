// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { fieldOf, renderForm } from './render-form.tsx';

const user = userEvent.setup();

const points: Schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['x', 'y'],
    properties: { x: { type: 'number' }, y: { type: 'number' }, shape: { enum: ['dot', 'star'] } },
  },
};

function tableOf(value: JsonValue, schema: Schema = points) {
  return renderForm([fieldOf('points', schema)], { value: { points: value } });
}

const cell = (name: string) => screen.getByRole('textbox', { name });
const paste = (element: HTMLElement, text: string) =>
  fireEvent.paste(element, { clipboardData: { getData: () => text, files: [] } });

describe('a list of small flat objects is a table', () => {
  test('with a row for each item and a column for each field', async () => {
    const form = tableOf([{ x: 1, y: 2 }]);
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
      'X*requirednumber',
      'Y*requirednumber',
      'Shape',
    ]);
    await user.clear(cell('Y 1'));
    await user.type(cell('Y 1'), '2.5');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Shape 1' }), 'star');
    expect(form.input()).toEqual({ points: [{ x: 1, y: 2.5, shape: 'star' }] });
  });

  test('in which Enter goes down the column, and adds a row below the last', async () => {
    const form = tableOf([
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ]);
    await user.click(cell('Y 1'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(cell('Y 2'));
    await user.keyboard('{Enter}6');
    expect(form.input()).toEqual({ points: [{ x: 1, y: 2 }, { x: 3, y: 4 }, { y: 6 }] });
  });

  test('whose rows move with Alt and the arrow keys, and go', async () => {
    const form = tableOf([{ x: 1 }, { x: 2 }, { x: 3 }]);
    await user.click(cell('X 3'));
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(form.input()).toEqual({ points: [{ x: 3 }, { x: 1 }, { x: 2 }] });
    await user.click(screen.getByRole('button', { name: 'Remove points 2' }));
    expect(form.input()).toEqual({ points: [{ x: 3 }, { x: 2 }] });
  });

  test.each<[string, JsonValue, Schema]>(
    // biome-ignore format: a table
    [
      ['a key that no column has', [{ x: 1, other: 2 }], points],
      ['an item of another type', [{ x: 1 }, 7], points],
      ['a nested object', [{ inner: {} }], { type: 'array', items: { type: 'object', properties: { inner: { type: 'object', properties: { a: {} } } } } }],
    ],
  )('but not with %s, which it would not show', (_what, value, schema) => {
    tableOf(value, schema);
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('a long table', () => {
  const column: Schema = { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } } } };
  const numbers = (length: number) => Array.from({ length }, (_, x) => ({ x }));
  const drawn = () => [...document.querySelectorAll<HTMLElement>('tbody tr')];

  test('has a hundred of a thousand rows drawn', async () => {
    tableOf(numbers(1000), column);
    expect(drawn()).toHaveLength(100);
    await user.click(screen.getByText('Show more of 1,000 rows'));
    expect(drawn()).toHaveLength(200);
  });

  test('has the row that gets the focus drawn, always', async () => {
    const form = tableOf(numbers(300), column);
    const focused = () => document.activeElement?.closest('tr')?.dataset['pointer'];
    drawn()[99]?.querySelector('input')?.focus();
    await user.keyboard('{Enter}');
    expect(focused()).toBe('/points/100');
    await user.click(screen.getByText(/Add row/));
    expect(focused()).toBe('/points/300');
    expect(drawn()).toHaveLength(100);
    await user.keyboard('7{Alt>}{ArrowUp}{/Alt}');
    expect(focused()).toBe('/points/299');
    await user.click(screen.getByText('Show the rows before row 202'));
    expect(drawn()[0]?.dataset['pointer']).toBe('/points/101');
    const sent = form.input()['points'];
    expect(Array.isArray(sent) && sent.slice(298)).toEqual([{ x: 298 }, { x: 7 }, { x: 299 }]);
  });
});

describe('the keys of a table', () => {
  test('move the rows of a table inside another list alone', async () => {
    const list = { type: 'array', items: { type: 'object', properties: { points } } };
    const form = tableOf([{ points: [] }, { points: [{ x: 1 }, { x: 2 }] }], list);
    await user.click(cell('X 2'));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(form.input()).toEqual({ points: [{ points: [] }, { points: [{ x: 2 }, { x: 1 }] }] });
  });

  test('press a button with Enter, and leave a word to the input method', async () => {
    const form = tableOf([{ x: 1, y: 2 }]);
    fireEvent.keyDown(cell('Y 1'), { key: 'Enter', isComposing: true });
    screen.getByRole('button', { name: 'Remove points 1' }).focus();
    await user.keyboard('{Enter}');
    expect(form.input()).toEqual({ points: [] });
  });
});

describe('the cells of a spreadsheet', () => {
  test('are pasted over the rows from the cell in use, and into new rows', () => {
    const form = tableOf([
      { x: 1, y: 2 },
      { x: 3, y: 4, shape: 'dot' },
    ]);
    paste(cell('Y 2'), '40\tstar\r\n60\tdot\r\n80\t\r\n');
    expect(form.input()).toEqual({
      points: [{ x: 1, y: 2 }, { x: 3, y: 40, shape: 'star' }, { y: 60, shape: 'dot' }, { y: 80 }],
    });
    expect(screen.getByText('Pasted 3 rows.')).toBeDefined();
  });

  test('may have headings, in any order', () => {
    const form = tableOf([{}]);
    paste(cell('X 1'), 'y,X\n2,1\n4,3\n');
    expect(form.input()).toEqual({
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
    });
  });

  test('that are no value of their column stay as they are, and those past the last are told of', () => {
    const form = tableOf([{}]);
    paste(cell('Y 1'), 'many\tsquare\textra\n');
    expect(form.input()).toEqual({ points: [{ y: 'many', shape: 'square' }] });
    expect(screen.getByText('Pasted 1 row. 1 cell beyond the last column left out.')).toBeDefined();
  });

  test('are of no type but their column’s, whatever they are called', () => {
    const flags = { type: 'array', items: { type: 'object', properties: { on: { type: 'boolean' } } } };
    const form = tableOf([{}], flags);
    paste(screen.getByRole('combobox', { name: 'On 1' }), 'TRUE\tx\nconstructor\t\n__proto__\t\n');
    expect(form.input()).toEqual({ points: [{ on: true }, { on: 'constructor' }, { on: '__proto__' }] });
  });

  test('go into an empty table', () => {
    const form = tableOf([]);
    paste(screen.getByRole('button', { name: /Add row/ }), '1\t2\n3\t4');
    expect(form.input()).toEqual({
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
    });
  });
});

test('the items of other lists bear their number, not the name of the list again', () => {
  tableOf([{ inner: { a: 1 } }], {
    type: 'array',
    items: { type: 'object', properties: { inner: { type: 'object', properties: { a: {} } } } },
  });
  const row = screen.getByRole('group', { name: /^points 1/ });
  const label = document.getElementById(row.getAttribute('aria-labelledby') ?? '');
  expect(label?.querySelector(':not(.sr-only)')?.textContent).toBe('1');
});
