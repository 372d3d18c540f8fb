// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Invitations } from '../../../../components/members/members.tsx';
import { invitationsQuery } from '../../../../components/people/queries.ts';
import { renderPage } from '../render-page.tsx';

it.each([
  [true, ['owner@example.com', 'member@example.com']],
  [false, ['member@example.com']],
])('an invitation of an owner is withdrawn by those who manage owners: %s', (managesOwners, expected) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const at = '2026-11-30T12:00:00.000Z';
  client.setQueryData(invitationsQuery.queryKey, {
    list: (['owner', 'member'] as const).map((role) => ({
      ...{ id: `inv_${role}`, role, email: `${role}@example.com`, createdAt: at, expiresAt: at },
      ...{ caps: { day: null, month: null, total: null } },
    })),
  });
  renderPage(<Invitations managesOwners={managesOwners} />, { client });
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual(expected.map((email) => `Withdraw the invitation of ${email}`));
});
