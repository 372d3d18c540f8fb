// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { followCaller } from '../../../../components/keys/follow-caller.ts';
import { claimStored, forgetStored } from '../../../../components/keys/stored-owner.ts';
import { changeCaller } from '../../../../components/keys/use-change-of-caller.ts';
import { rememberedInput, rememberInput } from '../../../../components/playground/input/remembered-inputs.ts';
import { guestSession } from '../../../../lib/account/session.ts';

const sources = readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/u.test(path))
  .map((path) => readFileSync(`components/${path}`, 'utf8'));
/** The first part of each key of a query: the rule looks at no other part. */
const heads = [
  ...new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/queryKey: \[(?<head>[^\],]+)/gu)].map(({ groups }) => groups?.['head'] ?? ''),
    ),
  ),
];
const named = heads.filter((head) => head.startsWith("'")).map((head) => head.slice(1, -1));
const member = {
  ...guestSession,
  kind: 'account' as const,
  account: { id: 'acc_a', name: 'A' },
};

/** As in a browser that refuses a database to pages. */
const refusing = {
  open: () => {
    throw new DOMException('Refused.');
  },
};
beforeEach(() => {
  vi.stubGlobal('indexedDB', refusing);
  localStorage.clear();
});

it('gives every query a name to start with, and calls public what everybody may read', () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named).toEqual(heads.map((head) => head.slice(1, -1)));
  const shared = sources.flatMap((source) => [...source.matchAll(/queryKey: \['public', '(?<name>[^']+)/gu)]);
  expect(shared.map(({ groups }) => groups?.['name']).toSorted()).toEqual([
    ...['page', 'palette', 'playground', 'product', 'products', 'receipt-key'],
  ]);
});

it.each(['shown', 'not shown'])('drops what is not public of %s queries, and nothing else', async (which) => {
  const client = new QueryClient();
  for (const name of named) client.setQueryData([name, 'of A'], 'of A');
  client.setQueryData(['session'], member);
  let fetched = 0;
  const observers = named
    .filter((name) => which === 'shown' && name !== 'session')
    .map((name) => {
      const queryFn = () => {
        fetched += 1;
        return 'of B';
      };
      return new QueryObserver(client, { queryKey: [name, 'of A'], queryFn, staleTime: 60_000 });
    });
  const stops = observers.map((observer) => observer.subscribe(() => undefined));
  localStorage.setItem('farebox.inputs', 'of A');
  localStorage.setItem('farebox-language', 'python');
  localStorage.setItem('farebox-draft.per_1.qr-code', 'of A');
  await changeCaller(client, () => Promise.resolve(guestSession), forgetStored);
  const left = named.filter((name) => client.getQueryData([name, 'of A']) === 'of A' && name !== 'session');
  expect(left).toEqual(['public']);
  expect(client.getQueryData(['session'])).toEqual(guestSession);
  await expect.poll(() => fetched).toBe(Math.max(0, observers.length - 1));
  // A draft is named after its owner, whom it waits for.
  expect(Object.keys(localStorage).sort()).toEqual(['farebox-draft.per_1.qr-code', 'farebox-language']);
  for (const stop of stops) stop();
});

it('keeps what a guest typed for who signs in', async () => {
  const client = new QueryClient();
  client.setQueryData(['session'], guestSession);
  localStorage.setItem('farebox.inputs', 'of the guest');
  await changeCaller(client, () => Promise.resolve(member));
  expect(localStorage.getItem('farebox.inputs')).toBe('of the guest');
});

it.each([
  ['the same caller again', member, 'of A', 0],
  ['another caller', { ...member, account: { id: 'acc_b', name: 'B' } }, undefined, 1],
  ['nobody', guestSession, undefined, 1],
])(
  'where another tab signs in as %s, loads the page anew for another',
  async (_who, session, left, times) => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    reload.mockClear();
    const client = new QueryClient();
    client.setQueryData(['session'], member);
    client.setQueryData(['calls'], 'of A');
    localStorage.setItem('farebox.inputs', 'of A');
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(session)));
    await followCaller(client);
    expect(reload).toHaveBeenCalledTimes(times);
    expect(localStorage.getItem('farebox.inputs') ?? undefined).toBe(left);
  },
);

const other = { ...member, account: { id: 'acc_b', name: 'B' } };

it.each([
  ['the same person', member, 'found', { text: 'of A' }],
  ['another person', other, 'found', undefined],
  ['the same person', member, 'not found', { text: 'of A' }],
  ['another person', other, 'not found', undefined],
])(
  'gives %s what was typed before a session that ended elsewhere, %s before',
  async (_who, next, end, left) => {
    const client = new QueryClient();
    client.setQueryData(['session'], member);
    rememberInput('qr-code', { text: 'of A' });
    vi.spyOn(window.location, 'reload').mockReturnValue();
    if (end === 'found') {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json(guestSession)));
      await followCaller(client);
      expect(rememberedInput('qr-code')).toBeUndefined();
    }
    await changeCaller(client, () => Promise.resolve(next), forgetStored);
    expect(rememberedInput('qr-code')).toEqual(left);
  },
);

it('leaves what the same person typed since then', () => {
  claimStored(member);
  rememberInput('qr-code', { text: 'of A' });
  rememberInput('barcode', { text: 'of A' });
  claimStored(guestSession);
  rememberInput('qr-code', { text: 'since then' });
  claimStored(member);
  expect([rememberedInput('qr-code'), rememberedInput('barcode')]).toEqual([
    { text: 'since then' },
    { text: 'of A' },
  ]);
});

it('keeps long inputs, and of too many the newest', () => {
  const long = (letter: string) => ({ text: letter.repeat(500_000) });
  for (const letter of ['a', 'b', 'c']) rememberInput(letter, long(letter));
  expect(rememberedInput('c')).toEqual(long('c'));
  expect(rememberedInput('b')).toEqual(long('b'));
  expect(rememberedInput('a')).toBeUndefined();
  rememberInput('d', { text: 'short' });
  expect(rememberedInput('d')).toEqual({ text: 'short' });
});
