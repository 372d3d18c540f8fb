// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetStored } from '../../../../components/keys/stored-owner.ts';
import { changeCaller } from '../../../../components/keys/use-change-of-caller.ts';
import { loadInputParts } from '../../../../components/playground/queries.ts';
import { PlaygroundProvider, usePlayground } from '../../../../components/playground/playground-provider.tsx';
import { rememberedInput, rememberInput } from '../../../../components/playground/input/remembered-inputs.ts';
import { guestSession } from '../../../../lib/account/session.ts';
import { renderPage } from '../render-page.tsx';

const of = (id: string) => ({ ...guestSession, kind: 'account' as const, account: { id, name: id } });
const [a, b] = [of('acc_a'), of('acc_b')];
const elsewhere = { session: guestSession, atOwnEnd: undefined };
const signOut = { session: guestSession, atOwnEnd: forgetStored };
const signIn = (session: typeof a) => ({ session, atOwnEnd: forgetStored });
const form = {
  request: [{ name: 'text', in: 'body', label: 'Text', type: 'string', schema: { type: 'string' } }],
  examples: [],
};

function Text() {
  const { input, change } = usePlayground();
  return (
    <input
      aria-label="Text"
      value={String(input['text'] ?? '')}
      onChange={({ target }) => change({ type: 'set', input: { text: target.value } })}
    />
  );
}

const text = () => screen.getByLabelText<HTMLInputElement>('Text');
/** Longer than a pause in typing. */
const pauseMs = 1_000;

async function settle() {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(pauseMs);
    await loadInputParts();
  });
}

async function type(value: string) {
  fireEvent.change(text(), { target: { value } });
  await settle();
}

/** Opens the page as a caller, who types. */
async function typed(session: typeof guestSession): Promise<QueryClient> {
  const client = new QueryClient();
  client.setQueryData(['public', 'playground', 'qr-code'], form);
  client.setQueryData(['session'], session);
  renderPage(
    <PlaygroundProvider slug="qr-code" origin="https://portal.example">
      <Text />
    </PlaygroundProvider>,
    { client },
  );
  await type('typed');
  return client;
}

beforeEach(async () => {
  await loadInputParts();
  localStorage.clear();
  vi.useFakeTimers();
  // As in a browser that refuses a database to pages.
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Refused.');
    },
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it.each([
  ['a guest, who signs in', guestSession, [signIn(a)], 'typed since', 'typed since'],
  ['a guest, who signed in and out', guestSession, [signIn(a), signOut], '', undefined],
  ['who signs out', a, [signOut], '', undefined],
  ['who is followed by another', a, [signIn(b)], '', undefined],
  ['whose session ended elsewhere', a, [elsewhere], 'typed since', undefined],
  ['who signs in again', a, [elsewhere, signIn(a)], 'typed since', 'typed since'],
  ['whose session ended elsewhere, before another', a, [elsewhere, signIn(b)], '', undefined],
])('shows and stores what was typed by %s', async (_who, first, changes, shown, stored) => {
  const client = await typed(first);
  expect(rememberedInput('qr-code')).toEqual({ text: 'typed' });
  for (const { session, atOwnEnd } of changes) {
    await changeCaller(client, () => Promise.resolve(session), atOwnEnd);
    await settle();
    if (text().value !== '') await type('typed since');
  }
  expect(text().value).toBe(shown);
  expect(rememberedInput('qr-code')).toEqual(stored && { text: stored });
});

it('keeps for its owner what was typed first after a session ended elsewhere', async () => {
  const client = await typed(a);
  rememberInput('qr-code', undefined);
  await changeCaller(client, () => Promise.resolve(guestSession));
  await type('typed since');
  expect(rememberedInput('qr-code')).toBeUndefined();
  // The page to sign in is another one.
  cleanup();
  await changeCaller(client, () => Promise.resolve(a), forgetStored);
  expect(rememberedInput('qr-code')).toEqual({ text: 'typed since' });
});

it('stores nothing of a page that does not know yet that another tab signed out', async () => {
  await typed(a);
  forgetStored();
  await type('typed since');
  expect(Object.keys(localStorage)).toEqual([]);
});
