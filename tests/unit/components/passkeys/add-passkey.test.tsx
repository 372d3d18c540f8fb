// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AddPasskey } from '../../../../components/passkeys/passkeys.tsx';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const bytes = new Uint8Array([1, 2, 3]).buffer;
const made = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { attestationObject: bytes, clientDataJSON: bytes },
  getClientExtensionResults: () => ({}),
};

/** What happened, in order. The device makes a passkey each time; the portal saves the second one that it is sent. */
let events: string[];
beforeEach(() => {
  events = [];
  vi.stubGlobal('PublicKeyCredential', class {});
  const create = () => {
    events.push('made');
    return Promise.resolve(made);
  };
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    if (address === '/api/passkeys/options')
      return Promise.resolve(Response.json({ challenge: 'AQID', user: { id: 'AQID' } }));
    events.push(/"name":"[^"]*"/.exec(body)?.[0] ?? '');
    const refusal = { type: 'x', title: 'x', status: 503, code: 'overloaded', detail: 'Try again.' };
    return Promise.resolve(
      events.filter((one) => one !== 'made').length === 1
        ? Response.json(refusal, { status: 503 })
        : Response.json({ id: 'psk_1' }, { status: 201 }),
    );
  });
  renderPage(<AddPasskey />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => userEvent.click(screen.getByText('Add a passkey'));
const field = () => screen.getByLabelText<HTMLInputElement>('Name of the passkey');

it('asks for the name before the device makes a passkey, which Cancel leaves unmade', async () => {
  await open();
  expect(field().value).not.toBe('');
  await userEvent.click(screen.getByText('Cancel'));
  expect(screen.getByText('Add a passkey')).toBeDefined();
  expect(events).toEqual([]);
});

it('makes no passkey under a name that the portal refuses', async () => {
  await open();
  await userEvent.clear(field());
  await userEvent.type(field(), '  {Enter}');
  await screen.findByText('Name the passkey, for example after the device.');
  expect(events).toEqual([]);
});

it('saves the same passkey at the next try if it could not be saved', async () => {
  await open();
  await userEvent.clear(field());
  await userEvent.type(field(), 'Laptop{Enter}');
  await screen.findByText('Try again.');
  await userEvent.click(screen.getByText('Add passkey'));
  await screen.findByText('Add a passkey');
  expect(events).toEqual(['made', '"name":"Laptop"', '"name":"Laptop"']);
});
