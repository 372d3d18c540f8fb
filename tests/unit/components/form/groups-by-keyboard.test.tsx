// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { focusFaultyField } from '../../../../components/form/focus-field.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { fieldOf, renderForm } from './render-form.tsx';

const user = userEvent.setup();

const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** What a screen reader says of a group as the focus enters it. */
function saidOf(group: HTMLElement): string {
  const ids = (group.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

test.each<[string, Schema]>([
  ['list', texts],
  ['choice of several values', { type: 'array', items: { enum: ['a', 'b'] } }],
  ['file', { type: 'string', format: 'binary' }],
  ['object', { type: 'object', properties: { a: text } }],
])('a required %s says that it is required', (_what, schema) => {
  renderForm([fieldOf('it', schema, { required: true })]);
  expect(saidOf(screen.getByRole('group', { name: 'it' }))).toContain('required');
  cleanup();
  renderForm([fieldOf('it', schema)], { value: { it: schema === texts ? [] : {} } });
  for (const group of screen.queryAllByRole('group', { name: 'it' }))
    expect(saidOf(group)).not.toContain('required');
});

test('the types of a required value say that one is required', () => {
  renderForm([fieldOf('it', { oneOf: [text, texts] }, { required: true })]);
  expect(screen.getByRole('radiogroup').getAttribute('aria-required')).toBe('true');
});

test('a required group in a group that was closed says so on the button that opens it', () => {
  const inner = { type: 'object', required: ['a'], properties: { a: text } };
  const nested = { type: 'object', required: ['inner'], properties: { inner } };
  const outer = { type: 'object', required: ['nested'], properties: { nested } };
  renderForm([fieldOf('it', outer, { required: true })]);
  expect(screen.getByRole('button', { name: 'Fill in Inner, required' })).toBeTruthy();
});

describe('what is wrong with a group', () => {
  const faults = [{ pointer: '/it', detail: 'must have at least 2 items' }];

  test('is said as the focus enters it', () => {
    renderForm([fieldOf('it', texts)], { value: { it: ['a'] }, faults, isTried: true });
    expect(saidOf(screen.getByRole('group', { name: 'it' }))).toContain('at least 2 items');
  });

  test('takes the focus to what adds an item', () => {
    const form = renderForm([fieldOf('it', texts)], { value: { it: ['a'] }, faults, isTried: true });
    focusFaultyField(form.root.querySelector('[data-faults]')?.closest('[data-pointer]') ?? null);
    expect(document.activeElement?.textContent).toContain('Add item');
  });
});

test('a new key takes the focus into its value', async () => {
  const form = renderForm([
    fieldOf('it', { type: 'object', additionalProperties: text }, { required: true }),
  ]);
  const key = screen.getByRole('textbox', { name: 'New key of it' });
  expect(key.getAttribute('aria-required')).toBe('true');
  await user.type(key, 'colour{Enter}');
  await user.keyboard('red');
  expect(form.input()).toEqual({ it: { colour: 'red' } });
  expect(key.getAttribute('aria-required')).toBe('false');
});

test('an item whose first member is a list begins with what adds to that', async () => {
  const items = { type: 'object', required: ['inner'], properties: { inner: texts, more: texts } };
  renderForm([fieldOf('it', { type: 'array', items })]);
  await user.click(screen.getByRole('button', { name: /Add item to it/ }));
  expect(document.activeElement?.textContent).toContain('Add item to Inner');
});
