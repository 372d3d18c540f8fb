// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PersonSignIn } from '../../../../components/people/person-sign-in.tsx';
import { guestSession } from '../../../../lib/account/session.ts';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

const replace = vi.fn<() => void>();
const email = 'ada@example.com';
const tooMany = { code: 'rate-limited', detail: 'Too many attempts. Try again in a minute.' };
const tooOld = { code: 'wrong-mail-code', detail: 'This code is too old. Ask for another one.' };

/** The portal mails a code for each request, refuses every code and passkey, and asks for a second factor after each password. */
let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    asked.push(`${address} ${body}`);
    if (address === '/api/session/passkey')
      return Promise.resolve(
        Response.json({ type: 'x', title: 'x', status: 429, ...tooMany }, { status: 429 }),
      );
    if (address === '/api/session/mail-code') return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(
      body.includes('password')
        ? Response.json({ pending: 'token', expiresAt: '2026-11-30T12:00:00.000Z' })
        : Response.json({ type: 'x', title: 'x', status: 401, ...tooOld }, { status: 401 }),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show({ hasPasskeys = false } = {}) {
  renderPage(<PersonSignIn hasMailCodes hasPasskeys={hasPasskeys} issuers={[]} />, {
    session: guestSession,
    replace,
  });
}

const click = (name: string) => userEvent.click(screen.getAllByText(name).at(-1) ?? document.body);
const typedEmail = () => screen.getByLabelText<HTMLInputElement>('Email').value;

it('keeps the typed address from one way to sign in to the other, and back', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Email'), 'ada');
  await click('Email me a code');
  expect(typedEmail()).toBe('ada');
  await userEvent.type(screen.getByLabelText('Email'), '@example.org');
  await click('Sign in with the password');
  expect(typedEmail()).toBe('ada@example.org');
});

it('mails a code at once where the address was typed already', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Email'), email);
  await click('Email me a code');
  await screen.findByText(/ a code is on its way/);
  expect(asked.filter((one) => one === `/api/session/mail-code {"email":"${email}"}`)).toHaveLength(1);
  await userEvent.type(screen.getByLabelText('Code'), '12345678{Enter}');
  await screen.findByText(tooOld.detail);
});

it('keeps the address when the person starts again', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), 'brolly tunnel waxing 77{Enter}');
  await userEvent.click(await screen.findByText('Start again'));
  expect(typedEmail()).toBe(email);
});

it('mails another code after one that failed, and lets the address be changed', async () => {
  show();
  await click('Email me a code');
  await userEvent.type(screen.getByLabelText('Email'), `${email}{Enter}`);
  await userEvent.type(await screen.findByLabelText('Code'), '12345678{Enter}');
  await screen.findByText(tooOld.detail);
  await screen.findByText(/ a code is on its way/);
  await click('Email another code');
  await screen.findByText(/a code was sent to it less than a minute ago/);
  expect(asked.filter((one) => one === `/api/session/mail-code {"email":"${email}"}`)).toHaveLength(2);
  // The message about the earlier code is gone, and so is the code.
  expect(screen.queryByText(tooOld.detail)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');
  vi.setSystemTime(Date.now() + 60_000);
  await click('Email another code');
  await screen.findByText(/another code is on its way/);
  vi.useRealTimers();
  await click('Change the address');
  expect(typedEmail()).toBe(email);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
});

it('promises no new code where this page does not know when the last one was sent', async () => {
  show();
  await click('Email me a code');
  await userEvent.type(screen.getByLabelText('Email'), `${email}{Enter}`);
  await screen.findByText(/ a code is on its way, or was sent less than a minute ago\./);
  await click('Sign in with the password');
  await click('Email me a code');
  await screen.findByText(/ a code is on its way, or was sent less than a minute ago\./);
});

it('says what the first mailed code has ended before it goes on', async () => {
  const open = () => {
    throw new DOMException('Refused.');
  };
  vi.stubGlobal('indexedDB', { open });
  const ended = ['password', 'passkeys', 'sessions'];
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address === '/api/session'
        ? Response.json({ ...guestSession, ended })
        : new Response(null, { status: 204 }),
    ),
  );
  show();
  await click('Email me a code');
  await userEvent.type(screen.getByLabelText('Email'), `${email}{Enter}`);
  await userEvent.type(await screen.findByLabelText('Code'), '12345678{Enter}');
  await screen.findByText(/has ended: password, passkeys and sessions\. A link to choose a new password was/);
  expect(replace).not.toHaveBeenCalled();
  await click('Continue');
  expect(replace).toHaveBeenCalledWith('/');
});

it('says once that a passkey was refused, in the field and with the button', async () => {
  class PublicKeyCredential {
    static isConditionalMediationAvailable = () => Promise.resolve(true);
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  show({ hasPasskeys: true });
  await screen.findByText(tooMany.detail);
  await click('Sign in with a passkey');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(await screen.findAllByText(tooMany.detail)).toHaveLength(1);
});
