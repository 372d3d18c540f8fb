// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { InputForm } from '../../../../components/form/input-form.tsx';
import { isJsonObject } from '../../../../lib/json/json.ts';
import { asSchema } from '../../../../lib/schema/subschemas.ts';
import { largeSchema } from '../../../setup/large-schema.ts';
import { fieldOf, renderForm } from './render-form.tsx';

const user = userEvent.setup();

const { properties, required } = largeSchema();
const fields = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) =>
  fieldOf(name, asSchema(schema), {
    required: Array.isArray(required) && required.includes(name),
    affectsPrice: name === 'tip',
  }),
);
const line = (name: RegExp) => screen.getByRole('button', { name });

test('a large form opens with what is required and what is priced, and a line for each group', () => {
  const form = renderForm(fields);
  const shown = [...form.root.querySelectorAll<HTMLElement>('[data-pointer]')];
  expect(shown.map((field) => field.dataset['pointer'])).toEqual([
    '/amount',
    '/amount/currency',
    '/amount/value',
    '/reference',
    '/tip',
  ]);
  expect(line(/^shopper/i).textContent).toBe(
    'Shopper3 optional fields: shopper_email, shopper_locale, shopper_name',
  );
  expect(line(/^billing_details_0/).textContent).toContain('optional, 7 fields: field_0, field_1');
  expect(form.root.querySelectorAll('[data-section]').length).toBeLessThanOrEqual(14);
});

test('a line says what is filled in and what is wrong', () => {
  renderForm(fields, {
    value: { shopper_name: 'Ada', billing_details_0: { country_code: 'DEU' } },
    faults: [{ pointer: '/billing_details_0/country_code', detail: 'must have at most 2 characters' }],
  });
  expect(line(/^shopper/i).textContent).toContain('filled in: shopper_name');
  expect(line(/^billing_details_0/).textContent).toContain('filled in: country_code');
  expect(line(/^billing_details_0/).textContent).toContain('1 to fix');
});

test('a group that is opened shows its fields, and is in the input only once one is filled in', async () => {
  const form = renderForm(fields);
  await user.click(line(/^billing_details_0/));
  expect(form.input()).toEqual({});
  await user.type(screen.getByRole('textbox', { name: 'Field 3' }), 'x');
  expect(form.input()).toEqual({ billing_details_0: { field_3: 'x' } });
});

test('a group that is closed keeps what was typed, and stays open over text that stands for no value', async () => {
  const form = renderForm([...fields, fieldOf('extra', {})]);
  await user.click(line(/^Other optional fields/));
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'extra' });
  await user.type(text, '{{"a":');
  await user.click(line(/^Other optional fields/));
  expect(document.activeElement).toBe(text);
  await user.type(text, ' 1}');
  await user.click(line(/^Other optional fields/));
  expect(text.closest('[hidden]')).not.toBeNull();
  expect(text.value).toBe('{"a": 1}');
  expect(form.input()).toEqual({ extra: { a: 1 } });
});

test('the search finds a field by its name, its label or its help, and goes there by keyboard', async () => {
  renderForm(fields);
  await user.click(screen.getByRole('combobox', { name: 'Find a field' }));
  await user.keyboard('field 2 dispute_details_16{Enter}');
  const field = document.activeElement?.closest<HTMLElement>('[data-pointer]');
  expect(field?.dataset['pointer']).toBe('/dispute_details_16/field_2');
});

test('the outline has every group, and opens one', async () => {
  renderForm(fields, { value: { note: 'x' } });
  await user.click(screen.getByRole('button', { name: /^Groups/ }));
  const list = screen.getByRole('list', { name: 'Groups of fields' });
  expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(25);
  await user.click(within(list).getByRole('button', { name: /^transfer_details_18/ }));
  const field = document.activeElement?.closest<HTMLElement>('[data-pointer]');
  expect(field?.dataset['pointer']).toMatch(/^\/transfer_details_18/);
});

test('once a call was tried, the groups with faults are open', () => {
  const props = {
    fields,
    value: { dispute_details_16: {} },
    onChange: () => {},
    adds: {},
    faults: [{ pointer: '/dispute_details_16/country_code', detail: 'is required' }],
  };
  const form = render(<InputForm {...props} />);
  const fault = () => form.container.querySelector('[aria-invalid=true]');
  expect(fault()).toBeNull();
  form.rerender(<InputForm {...props} isTried />);
  expect(fault()?.closest<HTMLElement>('[data-pointer]')?.dataset['pointer']).toBe(
    '/dispute_details_16/country_code',
  );
});

test('a form of a dozen fields has no groups', () => {
  const form = renderForm(Array.from({ length: 12 }, (_, index) => fieldOf(`f${index}`, { type: 'string' })));
  expect(form.root.querySelectorAll('[data-pointer]')).toHaveLength(12);
  expect(screen.queryByRole('search')).toBeNull();
});
