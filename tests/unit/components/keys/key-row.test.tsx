// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { KeyRow } from '../../../../components/keys/key-row.tsx';
import { sessionOptions } from '../../../../components/keys/session-options.ts';
import { KeyRows } from '../../../../components/operator/ledger-rows.tsx';
import { guestSession } from '../../../../lib/account/session.ts';
import type { ApiKey } from '../../../../lib/account/api-keys.ts';
import { renderPage } from '../render-page.tsx';

const unlimited = { cap: null, spent: null };
const apiKey: ApiKey = {
  id: 'key_1',
  name: 'Build',
  hint: 'abcd',
  operator: false,
  access: 'call',
  products: null,
  person: null,
  client: null,
  createdAt: '2026-10-01T12:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-11-01T12:00:00.000Z',
  revokedAt: null,
  earlierEndsAt: null,
  spending: { day: unlimited, month: unlimited, total: unlimited },
};

it.each([
  ['2026-11-01T11:59:59.999Z', 'expires 1 Nov 2026, 12:00 UTC', ['Change', 'Rotate', 'Revoke']],
  // A change can give it a new end.
  ['2026-11-01T12:00:00.000Z', 'expired 1 Nov 2026, 12:00 UTC', ['Change', 'Revoke']],
])('at %s the key %s', (readAt, words, actions) => {
  renderPage(<KeyRow apiKey={apiKey} readAtMs={Date.parse(readAt)} isOwn={false} mayChange mayRotate />);
  expect(screen.getByText(/^Never used/).textContent).toContain(words);
  expect(screen.queryByText('Expired') !== null).toBe(actions.length === 2);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    actions.map((action) => `${action} Build`),
  );
});

it.each([
  ['2026-11-01T11:59:59.999Z', 'Active'],
  ['2026-11-01T12:00:00.000Z', 'Expired'],
])('at %s the list of operators says of it: %s', (readAt, state) => {
  const keys = [{ ...apiKey, account: { id: 'acc_1', name: 'Acme' } }];
  render(<KeyRows keys={keys} readAtMs={Date.parse(readAt)} unknownFilter={undefined} order={undefined} />);
  expect(screen.getByRole('row', { name: /Acme/ }).textContent).toContain(state);
  expect(screen.getByText('Never')).toBeDefined();
});

it('whose account is suspended can only be revoked', () => {
  const client = new QueryClient();
  client.setQueryData(sessionOptions().queryKey, { ...guestSession, suspended: true });
  renderPage(<KeyRow apiKey={apiKey} readAtMs={0} isOwn={false} mayChange mayRotate />, { client });
  const isOff = (button: HTMLElement) => button.hasAttribute('disabled');
  expect(screen.getAllByRole('button').map(isOff)).toEqual([true, true, false]);
});
