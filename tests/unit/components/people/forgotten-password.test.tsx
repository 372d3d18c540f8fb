// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ConfirmationDialog } from '../../../../components/confirmation/confirmation-dialog.tsx';
import { PersonSignIn } from '../../../../components/people/person-sign-in.tsx';
import { Profile } from '../../../../components/people/profile.tsx';
import { guestSession } from '../../../../lib/account/session.ts';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const nothing = () => undefined;

/** Renders with a portal that has these answers; others never come. */
function renderWith(answers: Record<string, () => Response>, page: ReactNode) {
  vi.stubGlobal('fetch', (address: string) =>
    answers[address] ? Promise.resolve(answers[address]()) : new Promise(nothing),
  );
  const person = { id: 'per_1', name: 'Ada', email: 'ada@example.com', operatorRole: null };
  renderPage(page, { session: { ...guestSession, person } });
}

const proven = { list: [], addressProven: true };

it('is replaced in the profile by a new one alone, until the portal needs the current one again', async () => {
  let needsCurrentPassword = false;
  const fault = { pointer: '/current', detail: 'Enter your current password.' };
  const refusal = { type: 'x', title: 'x', status: 422, detail: 'x', code: 'validation', errors: [fault] };
  const answers = {
    '/api/sessions': () => Response.json({ ...proven, hasPassword: true, needsCurrentPassword }),
    '/api/password': () => {
      needsCurrentPassword = true;
      return Response.json(refusal, { status: 422 });
    },
  };
  renderWith(answers, <Profile refused={undefined} mailsCodes />);
  await vi.waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull());
  await userEvent.type(screen.getByLabelText('New password'), 'violin harbor cactus');
  await userEvent.click(screen.getByText('Change password'));
  const current = await screen.findByLabelText('Current password');
  expect(current.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('violin harbor cactus');
});

it.each([
  [
    true,
    'You have no password. To set one, sign out and sign in with an emailed code, or ask an operator of this portal for a link.',
  ],
  [false, 'You have no password. To set one, ask an operator of this portal for a link.'],
])('is not asked for where there is none, with mailed codes: %s', async (mailsCodes, sentence) => {
  const answers = {
    '/api/sessions': () => Response.json({ ...proven, hasPassword: false, needsCurrentPassword: true }),
  };
  renderWith(answers, <Profile refused={undefined} mailsCodes={mailsCodes} />);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByLabelText('Current password')).toBeNull();
});

it.each([true, false])('has a way at the sign-in where codes are mailed: %s', (hasMailCodes) => {
  renderWith({}, <PersonSignIn {...{ hasMailCodes, hasPasskeys: false, issuers: [] }} />);
  expect(screen.queryByText(/^Forgot your password\?/) !== null).toBe(hasMailCodes);
});

it.each([true, false])('has a way in the question who it is if the session has: %s', async (mailCode) => {
  const ways = { ways: ['password'], issuers: [], mailCode };
  const answers = { '/api/session/confirmation': () => Response.json(ways) };
  renderWith(answers, <ConfirmationDialog onConfirmed={nothing} onClose={nothing} />);
  await screen.findByLabelText('Password');
  const way = screen.queryByRole('link', { name: 'sign in again with an emailed code', hidden: true });
  expect(way?.getAttribute('href')).toBe(mailCode ? '/sign-in' : undefined);
});

it('tells who sets up a passkey or a second factor that the first proof of the address ends it', async () => {
  const sessions = { ...proven, addressProven: false, hasPassword: true, needsCurrentPassword: true };
  const answers = {
    '/api/sessions': () => Response.json(sessions),
    '/api/passkeys': () => Response.json({ list: [], unavailable: null }),
  };
  renderWith(answers, <Profile refused={undefined} mailsCodes />);
  const sentence =
    'Your email address is not verified yet. The first emailed code or link to choose a password verifies it, and ends everything that was set up before. To keep what you set up, sign out and sign in with an emailed code first.';
  await vi.waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
});
