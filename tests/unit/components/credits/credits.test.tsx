// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionOptions } from '../../../../components/keys/session-options.ts';
import { entriesOptions, entriesPageSize } from '../../../../components/credits/queries.ts';
import { Credits } from '../../../../components/credits/credits.tsx';
import type { MemberRole } from '../../../../lib/account/roles.ts';
import { guestSession } from '../../../../lib/account/session.ts';
import type { CreditAccount } from '../../../../lib/account/credit-account.ts';
import { renderPage } from '../render-page.tsx';

const account: CreditAccount = {
  ...{ balance: 984, held: 0, available: 984, usage: [] },
  entries: { list: [], total: 0 },
};

function balanceOf(spendable: CreditAccount['spendable']) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(entriesOptions(1, entriesPageSize).queryKey, {
    ...account,
    ...(spendable && { spendable }),
  });
  renderPage(<Credits page={1} today="2026-11-28" />, { client });
  const balance = screen.getByRole('region', { name: 'Balance' });
  return Object.fromEntries(
    within(balance)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
}

it('says first what a member with a limit can spend, and why it is not all of the account', () => {
  const why = 'The member "Max" can spend 10 credits per month. 10 are spent or on hold.';
  expect(balanceOf({ credits: -3, why })).toEqual({
    ...{ 'You can spend': '0', 'The account has available': '984' },
    ...{ 'On hold for running calls': '0', Balance: '984' },
  });
  expect(screen.getByText(why)).toBeDefined();
});

it.each([undefined, { credits: 984 }])('says one figure where only the balance counts: %j', (spendable) => {
  expect(balanceOf(spendable)).toEqual({
    ...{ Available: '984', 'On hold for running calls': '0', Balance: '984' },
  });
});

it.each<[role: MemberRole | null, href: string | undefined]>([
  [null, '/calls/call_000001'],
  ['viewer', '/calls/call_000001'],
  ['billing', undefined],
])('links the receipt of a charge where the role may read it: %s', (role, href) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const at = '2026-11-28T12:00:00.000Z';
  const product = { id: 'prd_1', slug: 'qr-code', name: 'QR code' };
  const charge = {
    id: 1,
    at,
    kind: 'charge' as const,
    amount: -1,
    callId: 'call_000001',
    reason: null,
    product,
  };
  client.setQueryData(entriesOptions(1, entriesPageSize).queryKey, {
    ...account,
    entries: { list: [charge], total: 1 },
  });
  client.setQueryData(sessionOptions().queryKey, { ...guestSession, role });
  renderPage(<Credits page={1} today="2026-11-28" />, { client });
  const ledger = screen.getByRole('region', { name: /^Ledger/ });
  const row = within(ledger).getByRole('row', { name: /^QR code …000001/ });
  expect(within(row).queryByRole('link')?.getAttribute('href')).toBe(href);
});
