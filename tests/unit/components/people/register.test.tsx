// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Register } from '../../../../components/people/register.tsx';
import type { ShownLink } from '../../../../lib/account/people.ts';
import { guestSession } from '../../../../lib/account/session.ts';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const vic = { id: 'per_v', name: 'Vic', email: 'vic@example.com', operatorRole: null };
const fin = { id: 'per_f', name: 'Fin', email: 'finance@example.com', operatorRole: null };
const link: ShownLink = {
  ...{ email: fin.email, name: fin.name, ends: ['password', 'sessions'], keptKeys: 2, asksFactor: false },
  accounts: ['Acme'],
};

afterEach(cleanup);

/** Opens the link of Fin where Vic is signed in. Returns how Next refreshes the page, which restores its address. */
function open() {
  const refuse = () => {
    throw new DOMException('Refused.');
  };
  vi.stubGlobal('indexedDB', { open: refuse });
  let session = { ...guestSession, person: vic };
  vi.stubGlobal('fetch', (address: string) => {
    if (address === '/api/link') return Promise.resolve(Response.json(link));
    if (address === '/api/session') return Promise.resolve(Response.json(session));
    session = { ...guestSession, person: fin, account: { id: 'acc_f', name: 'Account of Fin' } };
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  window.location.hash = '#token';
  renderPage(<Register issuers={[]} />);
  return () =>
    act(() => {
      window.location.hash = '';
      window.dispatchEvent(new Event('hashchange'));
    });
}

it('lets the address be changed after the mail was asked for', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    asked.push(body);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  renderPage(<Register issuers={[]} />);
  await userEvent.type(screen.getByLabelText('Email'), 'ada@exmaple.com{Enter}');
  await screen.findByText(/Check the inbox of ada@exmaple\.com\./);
  await userEvent.click(screen.getByRole('button', { name: 'Change the address' }));
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  expect(field.value).toBe('ada@exmaple.com');
  expect(document.activeElement).toBe(field);
  await userEvent.clear(field);
  await userEvent.type(field, 'ada@example.com{Enter}');
  await screen.findByText(/Check the inbox of ada@example\.com\./);
  expect(asked).toEqual(['{"email":"ada@exmaple.com"}', '{"email":"ada@example.com"}']);
});

const kept = '2 API keys created before stay active. Revoke any that you do not recognise, in each account.';

it('says whose the link is, what ends and what stays, and keeps the note when the page is refreshed', async () => {
  const refresh = open();
  await screen.findByText(/You are signed in as Vic\. Continuing signs you in as Fin instead\./);
  expect(document.body.textContent).toContain('This link is for finance@example.com.');
  expect(document.body.textContent).toContain(`ends: password and sessions. ${kept}`);
  await userEvent.type(screen.getByLabelText('Name'), 'Fin');
  await userEvent.type(screen.getByLabelText('Password'), 'violin harbor cactus{Enter}');
  const note = await screen.findByRole('status');
  expect(note.textContent).toContain(`has ended: password and sessions. ${kept}`);
  expect(note.textContent).toContain('You are now in your own account: Account of Fin.');
  expect(document.body.textContent).not.toContain('signed in as Vic');
  refresh();
  expect(screen.getByRole('status').textContent).toBe(note.textContent);
});
