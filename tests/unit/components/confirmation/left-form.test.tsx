// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReturnToForm } from '../../../../components/confirmation/return-to-form.tsx';
import { useConfirmed } from '../../../../components/confirmation/use-action.ts';
import { Confirming } from '../../../../components/confirmation/use-confirmation.tsx';
import { fetchJson } from '../../../../components/fetch-json.ts';
import { CapFields } from '../../../../components/keys/cap-fields.tsx';
import { ProductsField } from '../../../../components/keys/products-field.tsx';
import { sessionOptions } from '../../../../components/keys/session-options.ts';
import { forgetStored } from '../../../../components/keys/stored-owner.ts';
import { PasswordField, TextField } from '../../../../components/people/fields.tsx';
import { PersonForm } from '../../../../components/people/person-form.tsx';
import { TitledModal } from '../../../../components/shell/modal.tsx';
import { guestSession } from '../../../../lib/account/session.ts';
import '../../../setup/patient-screen.ts';

const required = { code: 'confirmation-required', confirmation: '/api/session/confirmation', detail: 'Who?' };
const left = vi.fn<(address: string | URL) => void>();

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address === '/api/session/confirmation'
        ? Response.json({ ways: [], issuers: [{ name: 'acme', label: 'Acme' }], mailCode: false })
        : address === '/api/oidc/acme'
          ? Response.json({ location: 'https://acme.example/' })
          : Response.json(required, { status: 403 }),
    ),
  );
  vi.spyOn(window.location, 'assign').mockImplementation(left);
});

afterEach(() => {
  cleanup();
  forgetStored();
  left.mockReset();
});

function Keys() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Confirming>
      <button type="button" onClick={() => setIsOpen(true)}>
        Create
      </button>
      {isOpen && <Create close={() => setIsOpen(false)} />}
    </Confirming>
  );
}

function Create({ close }: { close: () => void }) {
  const confirmed = useConfirmed();
  const submit = () => confirmed(() => fetchJson('POST /api/keys', { body: {} }));
  return (
    <TitledModal label="Create a key" close={close}>
      <PersonForm action="Save" submit={submit}>
        {(faults) => (
          <>
            <TextField label="Name" name="name" fault={undefined} />
            <PasswordField label="Password" name="password" fault={undefined} />
            <input type="checkbox" name="events" value="a" aria-label="First" defaultChecked />
            <input type="checkbox" name="events" value="b" aria-label="Second" />
            <CapFields faults={faults} />
            <ProductsField faults={faults} />
          </>
        )}
      </PersonForm>
    </TitledModal>
  );
}

/** Opens the page, as the browser does anew each time. */
function open(personId: string, page = <Keys />) {
  cleanup();
  const person = { id: personId, name: 'Ada', email: 'ada@example.com', operatorRole: null };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(sessionOptions().queryKey, { ...guestSession, person });
  return render(
    <QueryClientProvider client={client}>
      <ReturnToForm />
      {page}
    </QueryClientProvider>,
  );
}

/** Fills the form of Ada, and goes to the issuer to confirm. */
async function leave() {
  open('per_ada');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await user.type(screen.getByLabelText('Name'), 'Production');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByLabelText('First'));
  await user.click(screen.getByLabelText('Second'));
  await user.type(screen.getByLabelText('Per day'), '20');
  await user.type(screen.getByLabelText('Only these products'), 'days,echo');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm with Acme' }));
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith('https://acme.example/'));
}

const stored = () => JSON.stringify({ ...sessionStorage });

it('shows the form as it was left to who comes back from an issuer, once, and stores no password', async () => {
  await leave();
  expect(stored()).toContain('Production');
  expect(stored()).not.toContain('secret');

  open('per_ada');
  await screen.findByRole('dialog', { name: 'Create a key' });
  await vi.waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Production'));
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  expect(screen.getByLabelText('First')).toHaveProperty('checked', false);
  expect(screen.getByLabelText('Second')).toHaveProperty('checked', true);
  expect(screen.getByLabelText('Per day')).toHaveProperty('value', '20');
  expect(await screen.findByRole('button', { name: 'Remove days' })).toBeTruthy();
  expect(screen.getByLabelText('Only these products')).toHaveProperty('value', 'echo');
  expect(stored()).not.toContain('Production');
});

it('waits until the page shows the button that opens the form', async () => {
  await leave();
  const { rerender } = open('per_ada', <p>Loading…</p>);
  await vi.waitFor(() => expect(stored()).not.toContain('Production'));
  rerender(
    <QueryClientProvider client={new QueryClient()}>
      <Keys />
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog', { name: 'Create a key' });
  await vi.waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Production'));
});

it('shows it to nobody else, and a change of the caller deletes it', async () => {
  await leave();
  open('per_bob');
  await vi.waitFor(() => expect(stored()).not.toContain('Production'));
  expect(screen.queryByRole('dialog')).toBeNull();

  await leave();
  forgetStored();
  expect(stored()).not.toContain('Production');
});
