// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionOptions } from '../../../../components/keys/session-options.ts';
import { catalogueFoundOptions, recentCallsOptions } from '../../../../components/palette/palette-queries.ts';
import { useTargets } from '../../../../components/palette/use-targets.ts';
import type { MemberRole } from '../../../../lib/account/roles.ts';
import { guestSession } from '../../../../lib/account/session.ts';

const qrCode = { slug: 'qr-code', name: 'QR code', provider: { name: 'node-qrcode' } };

interface Visit {
  operator: boolean;
  role: MemberRole | null;
  calls: FoundCall[];
}

interface FoundCall {
  id: string;
  product: { name: string };
  charged: number;
  startedAt: string;
}

function groupsOf(words: string, { operator = false, role = null, calls = [] }: Partial<Visit> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(catalogueFoundOptions(words).queryKey, { list: [qrCode] });
  client.setQueryData(recentCallsOptions().queryKey, { list: calls });
  client.setQueryData(sessionOptions().queryKey, { ...guestSession, operator, role });
  const { result } = renderHook(() => useTargets(words), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return result.current.groups;
}

/** Without the pages of the docs, which are found by what they are about. */
function found(words: string, visit: Partial<Visit> = {}): string[] {
  const groups = groupsOf(words, visit).filter(({ title }) => title !== 'Docs');
  return groups.flatMap(({ targets }) => targets.map(({ name }) => name));
}

it.each([
  ['calls', ['Calls', 'QR code']],
  ['Mem', ['Members', 'QR code']],
  ['agent', ['QR code', 'Connect an agent']],
  ['qr', ['QR code']],
  ['ca', ['QR code', 'Catalogue', 'Calls']],
])('finds for “%s” the page first whose name begins so: %j', (words, names) => {
  expect(found(words)).toEqual(names);
});

it('knows the console of operators alone', () => {
  expect([found('cons', { operator: true }), found('cons')]).toEqual([['Console', 'QR code'], ['QR code']]);
});

it.each<[MemberRole, string[]]>([
  ['billing', ['Catalogue', 'Credits', 'Docs', 'Members']],
  ['viewer', ['Catalogue', 'Calls', 'Credits', 'Keys', 'Docs', 'Members']],
  ['member', ['Catalogue', 'Calls', 'Credits', 'Keys', 'Docs', 'Members', 'Connect an agent']],
])('offers to the role %s what it may read: %j', (role, names) => {
  const calls = [
    { id: 'a', product: { name: 'QR code' }, charged: 1, startedAt: '2026-11-21T13:36:05.000Z' },
  ];
  const groups = groupsOf('', { role, calls });
  expect(groups.find(({ title }) => title === 'Pages')?.targets.map(({ name }) => name)).toEqual([
    ...names,
    ...['Changes of prices', 'Errors', 'OpenAPI document', 'Keyboard shortcuts'],
  ]);
});

it.each([
  ['call_01', ['Recent calls', 'Products']],
  ['qr', ['Products', 'Recent calls']],
])('lists for “%s” %j', (words, titles) => {
  const calls = [
    { id: 'call_01a', product: { name: 'QR code' }, charged: 1, startedAt: '2026-11-21T13:36:05.000Z' },
  ];
  expect(groupsOf(words, { calls }).map(({ title }) => title)).toEqual(titles);
});

it('writes when calls were made as pages do, with seconds where they share a minute', () => {
  const call = (id: string, second: string, charged: number) => ({
    ...{ id, product: { name: 'QR code' }, charged, startedAt: `2026-11-21T13:36:${second}.000Z` },
  });
  const groups = groupsOf('qr', { calls: [call('b', '40', 1), call('a', '05', 1_200)] });
  const notes = groups.find(({ title }) => title === 'Recent calls')?.targets.map(({ note }) => note);
  expect(notes).toEqual([
    '21 Nov 2026, 13:36:40 UTC · 1 credit',
    '21 Nov 2026, 13:36:05 UTC · 1,200 credits',
  ]);
});
