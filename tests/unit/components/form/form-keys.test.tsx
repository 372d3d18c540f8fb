// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { fieldOf, renderForm } from './render-form.tsx';

const user = userEvent.setup();

function formOf(schema: Schema, value: JsonObject = {}) {
  return renderForm([fieldOf('it', schema)], { value });
}

describe('what the form made itself', () => {
  const union: Schema = {
    oneOf: [
      { type: 'object', title: 'Card', required: ['number'], properties: { number: { type: 'string' } } },
      { type: 'object', title: 'Bank', required: ['iban'], properties: { iban: { type: 'string' } } },
    ],
  };
  const faults = [{ pointer: '/it/iban', detail: 'is required' }];
  const options = { value: { it: { number: '1' } }, faults };
  const fault = () => screen.queryByText('required', { selector: 'li' });

  test('is not wrong before it was touched or left', async () => {
    renderForm([fieldOf('it', union), fieldOf('next', { type: 'string' })], options);
    await user.click(screen.getByRole('radio', { name: 'Bank' }));
    expect(fault()).toBeNull();
    await user.tab();
    expect(fault()).toBeNull();
    await user.tab();
    expect(fault()).not.toBeNull();
  });

  test('is, once a call was tried', async () => {
    const form = renderForm([fieldOf('it', union)], { ...options, isTried: true });
    await user.click(screen.getByRole('radio', { name: 'Bank' }));
    expect(fault()).not.toBeNull();
    form.unmount();
  });
});

const choice: Schema = { enum: ['calm', 'brisk'] };

test('the button that clears a field comes after the field for the keyboard, and gives the focus back to it', async () => {
  const form = formOf(choice, { it: 'calm' });
  await user.click(screen.getByRole('radio', { name: 'calm' }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Clear it' }));
  await user.keyboard('{Enter}');
  expect(form.input()).toEqual({});
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'calm' }));
});

test('an object that is opened has the focus in its first field', async () => {
  formOf({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } });
  await user.click(screen.getByRole('button', { name: /Fill in/ }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'A' }));
});

test('an empty field shows what its format looks like', () => {
  formOf({ type: 'string', format: 'uuid' });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'it' });
  expect(field.placeholder).toBe('123e4567-e89b-12d3-a456-426614174000');
});
