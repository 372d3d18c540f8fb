// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { fieldOf, renderForm } from './render-form.tsx';

function formOf(schema: Schema, value: JsonObject = {}) {
  return renderForm([fieldOf('it', schema)], { value });
}

const user = userEvent.setup();

describe('a number that is being typed', () => {
  test.each([
    ['1.', 1],
    ['-', '-'],
    ['1e', '1e'],
    ['1.50', 1.5],
    ['12345678901234567890', '12345678901234567890'],
    ['-0', 0],
    ['9007199254740992', 2 ** 53],
    ['9007199254740993', '9007199254740993'],
    ['1e18', 1e18],
    ['007', 7],
    ['1,5', '1,5'],
    ['１２', '１２'],
  ])('%s stays as it is, and stands for %j', async (typed, expected) => {
    const form = formOf({ type: 'number' });
    await user.type(screen.getByRole('textbox', { name: 'it' }), typed);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'it' }).value).toBe(typed);
    expect(form.input()).toEqual({ it: expected });
  });

  test('steps with the arrow keys, within its bounds', async () => {
    const form = formOf({ type: 'number', minimum: 0, maximum: 0.3, multipleOf: 0.1 }, { it: 0.1 });
    await user.type(screen.getByRole('textbox', { name: 'it' }), '{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(form.input()).toEqual({ it: 0.3 });
  });
});

describe('absent and empty', () => {
  test('a text that is cleared is left out, and empty only where that is asked for', async () => {
    const form = formOf({ type: 'string' }, { it: 'a', other: [1] });
    await user.clear(screen.getByRole('textbox', { name: 'it' }));
    expect(form.input()).toEqual({ other: [1] });
    await user.click(screen.getByRole('button', { name: /^empty text/ }));
    expect(form.input()).toEqual({ it: '', other: [1] });
  });

  test('a text of at least one character cannot be sent empty', () => {
    formOf({ type: 'string', minLength: 1 });
    expect(screen.queryByRole('button', { name: /^empty text/ })).toBeNull();
  });

  test('null comes and goes, and the value before it comes back', async () => {
    const form = formOf({ type: ['string', 'null'] }, { it: 'kept' });
    await user.click(screen.getByRole('button', { name: 'it: null' }));
    expect(form.input()).toEqual({ it: null });
    await user.click(screen.getByRole('button', { name: 'it: null' }));
    expect(form.input()).toEqual({ it: 'kept' });
  });
});

describe('a list', () => {
  const list: Schema = { type: 'array', items: { type: 'string' } };

  test('is put in order with Alt and the arrow keys, and the focus goes along', async () => {
    const form = formOf(list, { it: ['a', 'b', 'c'] });
    await user.click(screen.getByRole('textbox', { name: 'it 3' }));
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}');
    expect(form.input()).toEqual({ it: ['c', 'a', 'b'] });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'it 1' }));
    expect(screen.getByRole('status').textContent).toBe('Moved to 1 of 3.');
  });

  test('takes the focus into a new item, and keeps it among the items when one goes', async () => {
    const form = formOf(list);
    await user.click(screen.getByRole('button', { name: /Add item/ }));
    await user.keyboard('x');
    await user.click(screen.getByRole('button', { name: /Add item/ }));
    await user.keyboard('y');
    expect(form.input()).toEqual({ it: ['x', 'y'] });
    await user.click(screen.getByRole('button', { name: 'Remove it 1' }));
    expect(form.input()).toEqual({ it: ['y'] });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove it 1' }));
  });
});

const map: Schema = { type: 'object', additionalProperties: { type: 'string' } };

test('a map: renames a key in its place, and tells of one that is there already', async () => {
  const form = formOf(map, { it: { a: '1', b: '2' } });
  const key = screen.getByRole('textbox', { name: 'Key a of it' });
  await user.type(key, '{Backspace}b');
  expect(screen.getByText('“b” already exists.')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Key a of it' }).checkValidity()).toBe(false);
  expect(form.input()).toEqual({ it: { a: '1', b: '2' } });
  await user.type(key, 'c');
  expect(Object.entries(form.input()['it'] ?? {})).toEqual([
    ['bc', '1'],
    ['b', '2'],
  ]);
  expect(document.activeElement).toBe(key);
});

test('a key that was renamed leaves its old name to another', async () => {
  const form = formOf(
    { type: 'object', additionalProperties: { type: 'string' } },
    { it: { a: 'first', constructor: 'second' } },
  );
  const rename = async (from: string, to: string) => {
    fireEvent.change(screen.getByRole('textbox', { name: `Key ${from} of it` }), { target: { value: to } });
    await user.type(screen.getByRole('textbox', { name: 'New key of it' }), `${from}{Enter}`);
    await user.type(screen.getByRole('textbox', { name: from }), `new ${from}`);
  };
  await rename('a', 'b');
  await rename('constructor', 'toString');
  await rename('a', 'c');
  expect(form.input()).toEqual({
    it: { b: 'first', toString: 'second', c: 'new a', constructor: 'new constructor', a: 'new a' },
  });
});

describe('a date', () => {
  const date: Schema = { type: 'string', format: 'date' };
  const day = () => screen.getByLabelText<HTMLInputElement>('it');

  test('is typed by its parts, each of which makes another year', () => {
    const form = formOf(date);
    for (const year of ['0002', '0020', '0202', '2026']) {
      fireEvent.change(day(), { target: { value: `${year}-01-15` } });
      expect(day().type).toBe('date');
    }
    expect(form.input()).toEqual({ it: '2026-01-15' });
  });

  test.each(['2026-02-30', '0000-01-01', 'tomorrow'])('%s, which no browser would show, is seen', (value) => {
    formOf(date, { it: value });
    expect([day().type, day().value]).toEqual(['text', value]);
  });
});

test('who pastes lines into a line goes on typing behind them, and may take them out again', async () => {
  const form = formOf({ type: 'string', maxLength: 40 });
  await user.type(screen.getByRole('textbox', { name: 'it' }), '<>{ArrowLeft}');
  fireEvent.paste(screen.getByRole('textbox', { name: 'it' }), {
    clipboardData: { getData: () => 'one\ntwo', files: [] },
  });
  await user.keyboard('!');
  expect(form.input()).toEqual({ it: '<one\ntwo!>' });
  fireEvent.change(screen.getByRole('textbox', { name: 'it' }), { target: { value: 'one' } });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'it' }));
});

const shape = (kind: string, own: string): Schema => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind }, colour: { type: 'string' }, [own]: { type: 'number' } },
});
const union: Schema = { oneOf: [shape('circle', 'radius'), shape('box', 'width')] };

test('a union: keeps what the branches share, and brings back what one had', async () => {
  const form = formOf(union, { it: { kind: 'circle', colour: 'red', radius: 2 } });
  await user.click(screen.getByRole('radio', { name: 'Box' }));
  expect(form.input()).toEqual({ it: { kind: 'box', colour: 'red' } });
  await user.type(screen.getByRole('textbox', { name: 'Colour' }), 'dish');
  await user.click(screen.getByRole('radio', { name: 'Circle' }));
  expect(form.input()).toEqual({ it: { kind: 'circle', colour: 'reddish', radius: 2 } });
});

test('JSON is kept while it is broken, and says where', async () => {
  const form = formOf({}, { it: { a: 1 } });
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'it' });
  await user.clear(area);
  await user.type(area, '{{"a": 1,\n]');
  expect(area.value).toBe('{"a": 1,\n]');
  expect(screen.getByText(/Line 2, column 1/)).toBeDefined();
  expect(area.checkValidity()).toBe(false);
  expect(form.input()).toEqual({});
});

describe('a file', () => {
  test('is dropped, shown with its size, and taken out', async () => {
    const form = formOf({ type: 'string', format: 'binary' });
    await user.upload(
      screen.getByLabelText('Choose a file for it'),
      new File(['hello'], 'a b.txt', { type: 'text/plain' }),
    );
    expect(await screen.findByText('text/plain, 5 bytes')).toBeDefined();
    expect(form.input()).toEqual({ it: 'data:text/plain;name=a%20b.txt;base64,aGVsbG8=' });
    await user.click(screen.getByRole('button', { name: /^Remove/ }));
    expect(form.input()).toEqual({});
  });

  test('is fetched from an address, or a sentence says why not', async () => {
    const form = formOf({ type: 'string', contentEncoding: 'base64' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await user.click(screen.getByRole('button', { name: 'From an address' }));
    await user.type(screen.getByLabelText('Address of a file for it'), 'https://files.example/a.png');
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/does not let this page read the file/);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('hello')));
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    await waitFor(() => expect(form.input()).toEqual({ it: 'aGVsbG8=' }));
    vi.unstubAllGlobals();
  });
});

test('a choice of many is searched by keyboard, and given up with Escape', async () => {
  const form = formOf({ enum: Array.from({ length: 40 }, (_, index) => `city ${index}`) });
  const box = screen.getByRole('combobox', { name: 'it' });
  await user.click(box);
  await user.keyboard('39{Escape}');
  expect(form.input()).toEqual({});
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{ArrowDown}3{ArrowDown}{Enter}');
  expect(form.input()).toEqual({ it: 'city 13' });
});

test('what the server said stands beside its field, and at the nearest group where there is none', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      rows: { type: 'array', items: { type: 'object', properties: { size: { type: 'integer' } } } },
    },
  };
  const form = renderForm([fieldOf('it', schema)], {
    value: { it: { rows: [{ size: 1 }] } },
    faults: [
      { pointer: '/it/rows/0/size', detail: 'must be ≥ 2' },
      { pointer: '/it/rows/0/nobody/knows', detail: 'is not allowed' },
      { pointer: '/elsewhere', detail: 'is unknown' },
    ],
  });
  const at = (pointer: string) => form.root.querySelector<HTMLElement>(`[data-pointer="${pointer}"]`);
  const size = at('/it/rows/0/size');
  expect(size?.textContent).toContain('must be ≥ 2');
  expect(size?.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
  expect(at('/it/rows/0')?.textContent).toContain('/nobody/knows is not allowed');
  expect(at('/it')?.textContent).not.toContain('is unknown');
  expect(form.root.textContent).toContain('/elsewhere is unknown');
});

test('the price says beside a field what it adds, for eyes and ears', () => {
  const form = renderForm([fieldOf('size', { type: 'integer' }), fieldOf('note', { type: 'string' })], {
    adds: { size: { adds: 12, affectsPrice: true }, note: { adds: 0, affectsPrice: true } },
  });
  const [size, note] = [...form.root.querySelectorAll<HTMLElement>('[data-pointer]')];
  expect(within(size ?? form.root).getByText('+12')).toBeDefined();
  expect(within(size ?? form.root).getByText('adds 12 credits')).toBeDefined();
  expect(within(note ?? form.root).getByText('affects the price')).toBeDefined();
});

test('a value of another kind is shown as JSON, and is not lost', async () => {
  const form = formOf({ type: 'array', items: { type: 'string' } }, { it: { not: 'a list' } });
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'it' });
  expect(JSON.parse(area.value)).toEqual({ not: 'a list' });
  await user.clear(area);
  await user.click(screen.getByRole('button', { name: /Add item/ }));
  expect(form.input()).toEqual({ it: [''] });
});

test('the field of a branch bears the name of the union', async () => {
  const form = formOf({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] });
  await user.click(screen.getByRole('radio', { name: 'Whole number' }));
  await user.type(screen.getByRole('textbox', { name: 'it' }), '-7');
  expect(form.input()).toEqual({ it: -7 });
});
