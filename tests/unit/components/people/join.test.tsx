// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Join } from '../../../../components/people/join.tsx';
import type { ShownInvitation } from '../../../../lib/account/members.ts';
import { guestSession, type Session } from '../../../../lib/account/session.ts';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const person = { id: 'per_1', name: 'Bob', email: 'bob@example.com', operatorRole: null };
const invitation: ShownInvitation = {
  ...{
    account: { name: 'Acme' },
    role: 'member',
    caps: { day: null, month: null, total: null },
  },
  ...{ email: null, expiresAt: '2026-12-05T12:00:00.000Z', takesNewPeople: true },
};
const session = { ...guestSession, person };

afterEach(cleanup);

/** Answers as the portal does for an invitation that works once. */
function portal(shown = invitation) {
  const asked: string[] = [];
  const open = () => {
    throw new DOMException('Refused.');
  };
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    if (address === '/api/join') return Promise.resolve(new Response(null, { status: 204 }));
    if (address === '/api/session') return Promise.resolve(Response.json(session));
    return Promise.resolve(
      asked.includes('/api/join')
        ? Response.json({ detail: 'It was used.' }, { status: 410 })
        : Response.json(shown),
    );
  });
  return asked;
}

/** Opens the link of the invitation. Returns where the page then goes. */
function openLink(shown: Session) {
  window.location.hash = '#token';
  const replace = vi.fn<() => void>();
  renderPage(<Join issuers={[]} />, { session: shown, replace });
  return replace;
}

it('offers nothing to who is a member already', async () => {
  portal();
  openLink({ ...session, accounts: [{ id: 'acc_1', name: 'Acme', role: 'admin' }] });
  const said = await screen.findByText(/You are already a member of/);
  expect(said.textContent).toBe('You are already a member of Acme. Your role: admin.');
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  [true, 1],
  [false, 0],
])('offers the form of new people where they are taken (%s)', async (takesNewPeople, forms) => {
  portal({ ...invitation, takesNewPeople });
  openLink(guestSession);
  await screen.findByText(/You are invited to/);
  expect(screen.queryAllByLabelText('Password')).toHaveLength(forms);
  expect(screen.queryAllByText(/is for people who already have a profile here/)).toHaveLength(1 - forms);
  expect(screen.getByRole('link', { name: 'sign in' })).toBeTruthy();
});

it('shows no error of the used invitation until the members are there', async () => {
  const asked = portal();
  const replace = openLink(session);
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/members'));
  // Data of the caller is fetched again after a turn.
  await new Promise((resolve) => void setTimeout(resolve));
  expect(asked).toEqual(['/api/invitation', '/api/join', '/api/session']);
  expect(screen.getByRole('status').textContent).toBe('You have joined. Loading the members…');
});
