// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { InputForm } from '../../../../components/form/input-form.tsx';
import type { FieldFault } from '../../../../lib/form/faults.ts';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { fieldOf } from './render-form.tsx';

const user = userEvent.setup();

const row = {
  type: 'object',
  properties: { x: { type: 'string' }, y: { type: 'string' } },
  required: ['x', 'y'],
};
const fields = [fieldOf('rows', { type: 'array', items: row })];
const noX: FieldFault = { pointer: '/rows/0/x', detail: 'X is required.' };
const noY: FieldFault = { pointer: '/rows/0/y', detail: 'Y is required.' };

/** A form whose faults belong to an older input until `answer` brings newer ones. */
function openForm() {
  let answer = (_: FieldFault[]) => {};
  function Playground() {
    const [value, setValue] = useState<JsonObject>({});
    const [known, setKnown] = useState({ of: value, faults: new Array<FieldFault>() });
    answer = (faults) => setKnown({ of: value, faults });
    return (
      <InputForm
        fields={fields}
        value={value}
        onChange={setValue}
        faults={known.faults}
        isCurrent={known.of === value}
        adds={{}}
      />
    );
  }
  render(<Playground />);
  return (faults: FieldFault[]) => act(() => answer(faults));
}

const shown = () => ['X', 'Y'].filter((name) => screen.queryByText(`${name} is required.`) !== null);

test('a new row shows no fault of the input before while it is filled in and left', async () => {
  const answer = openForm();
  await user.click(screen.getByText(/Add row/));
  answer([noX, noY]);
  expect(shown()).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /x 1/i }), 'a');
  expect(shown()).toEqual([]);
  await user.tab();
  await user.type(screen.getByRole('textbox', { name: /y 1/i }), 'b');
  await user.tab();
  expect(shown()).toEqual([]);
  answer([]);
  expect(shown()).toEqual([]);
});

test('a new row that is left shows what it lacks as soon as that is known', async () => {
  const answer = openForm();
  await user.click(screen.getByText(/Add row/));
  answer([noX, noY]);
  await user.type(screen.getByRole('textbox', { name: /x 1/i }), 'a');
  await user.click(document.body);
  answer([noY]);
  expect(shown()).toEqual(['Y']);
});
