// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CapFields } from '../../../../components/keys/cap-fields.tsx';
import { ProductsField } from '../../../../components/keys/products-field.tsx';
import { PersonForm } from '../../../../components/people/person-form.tsx';
import { TextField } from '../../../../components/people/fields.tsx';
import { ProblemError } from '../../../../components/problem-error.ts';
import { capsOf } from '../../../../lib/text/typed-credits.ts';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const errors = [
  { pointer: '/name', detail: 'Name is taken.' },
  { pointer: '/caps/day', detail: 'Day is too small.' },
  { pointer: '/caps/month', detail: 'Month is too small.' },
  { pointer: '/products/0', detail: 'No such product.' },
];
const refused = new ProblemError({ code: 'invalid-request', detail: 'Refused.', errors });

function show() {
  renderPage(
    <PersonForm action="Save" submit={() => Promise.reject(refused)}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" required={false} fault={faults['name']} />
          <CapFields faults={faults} />
          <ProductsField faults={faults} products={[{ slug: 'gone', name: 'Gone' }]} />
        </>
      )}
    </PersonForm>,
  );
}

const shown = () => errors.map(({ detail }) => detail).filter((detail) => screen.queryByText(detail));

it('shows a fault until its field is changed, and again when it is sent with the same fault', async () => {
  show();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Name is taken.');
  expect(shown()).toHaveLength(4);
  await user.type(screen.getByLabelText('Per day'), '1');
  expect(shown()).toEqual(['Name is taken.', 'Month is too small.', 'No such product.']);
  await user.type(screen.getByLabelText('Name'), 'a');
  expect(shown()).toEqual(['Month is too small.', 'No such product.']);
  await user.click(screen.getByRole('button', { name: 'Remove Gone' }));
  expect(shown()).toEqual(['Month is too small.']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Name is taken.');
  expect(shown()).toHaveLength(4);
});

it('says one fault of a field at a time', async () => {
  const submit = (fields: FormData) => Promise.resolve().then(() => capsOf(fields));
  renderPage(
    <PersonForm action="Save" submit={submit}>
      {(faults) => <CapFields faults={faults} />}
    </PersonForm>,
  );
  const total = screen.getByLabelText('Total');
  await userEvent.type(total, '9007199254740993');
  await userEvent.click(screen.getByText('Save'));
  expect(await screen.findByText('Enter at most 9007199254740991 credits.')).toBeTruthy();
  await userEvent.clear(total);
  await userEvent.type(total, '1.5');
  await userEvent.click(screen.getByText('Save'));
  expect(await screen.findByText(/has a fraction/)).toBeTruthy();
  expect(screen.queryByText('Enter at most 9007199254740991 credits.')).toBeNull();
});
