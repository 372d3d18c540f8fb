// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ChangeMemberDialog } from '../../../../components/members/member-row.tsx';
import type { MemberRole } from '../../../../lib/account/roles.ts';
import { renderPage } from '../render-page.tsx';

const unlimited = { cap: null, spent: 0 };

it.each<[from: MemberRole, to: MemberRole, losesKeys: boolean]>([
  ['member', 'viewer', true],
  ['owner', 'billing', true],
  ['admin', 'member', false],
  ['billing', 'viewer', false],
  ['viewer', 'member', false],
])('says before it is saved that a change from %s to %s ends the keys: %s', async (from, to, losesKeys) => {
  const member = {
    person: { id: 'per_1', name: 'Bob', email: 'bob@example.com' },
    role: from,
    joinedAt: '2026-11-30T12:00:00.000Z',
    spending: { day: unlimited, month: unlimited, total: unlimited },
  };
  renderPage(<ChangeMemberDialog member={member} offersOwner onClose={() => undefined} />);
  const warning = () => screen.queryByText(/^The API keys of Bob in this account, .* cannot be restored\.$/);
  const isDanger = () => screen.getByText('Save').classList.contains('button-danger-filled');
  expect([warning() !== null, isDanger()]).toEqual([false, false]);
  await userEvent.selectOptions(screen.getByLabelText('Role'), to);
  expect([warning() !== null, isDanger()]).toEqual([losesKeys, losesKeys]);
  await userEvent.selectOptions(screen.getByLabelText('Role'), from);
  expect([warning() !== null, isDanger()]).toEqual([false, false]);
});
