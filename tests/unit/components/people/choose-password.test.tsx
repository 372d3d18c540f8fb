// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ChoosePassword } from '../../../../components/people/choose-password.tsx';
import type { ShownLink } from '../../../../lib/account/people.ts';
import { guestSession, type Session } from '../../../../lib/account/session.ts';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const bob = { id: 'per_1', name: 'Bob', email: 'bob@example.com', operatorRole: null };

const bobs = { email: bob.email, name: bob.name, keptKeys: 1, accounts: [] };

/** Opens a link, reads what it says, and chooses a password. Returns where the page then goes. */
async function choose(
  link: Pick<ShownLink, 'ends' | 'asksFactor'>,
  person: Session['person'],
  before: string,
) {
  const open = () => {
    throw new DOMException('Refused.');
  };
  vi.stubGlobal('indexedDB', { open });
  const replies = new Map<string, Response>([
    ['/api/password', new Response(null, { status: 204 })],
    ['/api/link', Response.json({ ...bobs, ...link })],
    ['/api/session', Response.json({ ...guestSession, person })],
  ]);
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(replies.get(address)?.clone()));
  window.location.hash = '#token';
  const replace = vi.fn<() => void>();
  renderPage(<ChoosePassword />, { replace });
  await screen.findByText(before);
  await userEvent.type(screen.getByLabelText('New password'), 'violin harbor cactus{Enter}');
  return replace;
}

it.each([
  [
    { ...bob, operatorRole: 'viewer' as const },
    '/operator',
    false,
    'This ends all your sessions and signs you in here.',
  ],
  [bob, '/', false, 'This ends all your sessions and signs you in here.'],
  // With a second factor, nobody is signed in yet.
  [
    null,
    '/sign-in?for=new-password',
    true,
    'This ends all your sessions. You sign in with your second factor next.',
  ],
])('leads %j to %s', async (person, address, asksFactor, before) => {
  const replace = await choose({ ends: [], asksFactor }, person, before);
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(address));
});

it('says before and after the first proof of the address what it ends', async () => {
  const before =
    'This verifies your email address and signs you in. Everything that was set up for it before ends: password, second factor and sessions. 1 API key created before stays active. Revoke any that you do not recognise, in each account.';
  const ends = ['password', 'second factor', 'sessions'] as const;
  const replace = await choose({ ends: [...ends], asksFactor: false }, bob, before);
  await screen.findByText(
    /Everything that was set up for it before has ended: password, second factor and sessions\. 1 API key created before stays active/,
  );
  expect(screen.getByText('See the API keys').getAttribute('href')).toBe('/keys');
  expect(replace).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('Continue'));
  expect(replace).toHaveBeenCalledWith('/');
});
