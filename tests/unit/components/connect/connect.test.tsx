// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Connect } from '../../../../components/connect/connect.tsx';
import type { MemberRole } from '../../../../lib/account/roles.ts';
import { guestSession } from '../../../../lib/account/session.ts';
import { renderPage } from '../render-page.tsx';
import '../../../setup/patient-screen.ts';

function show(role: MemberRole) {
  renderPage(<Connect url="https://apis.example.com" products={[]} />, {
    session: { ...guestSession, kind: 'account' as const, role },
  });
}

it('needs no key for clients that sign in, and shows the key that is created beside their lines', async () => {
  const key = `fb_${'k'.repeat(40)}`;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: 'key_1', key }, { status: 201 })));
  show('member');
  expect(screen.getByText(/^Skip this step for claude\.ai and ChatGPT/)).toBeDefined();
  await userEvent.click(screen.getByText('Create key'));
  expect(await screen.findByText(key)).toBeDefined();
  expect(screen.getByRole('group', { name: 'Setup for claude.ai' }).textContent).not.toContain('fb_');
});

it.each<[MemberRole, boolean]>([
  ['owner', true],
  ['member', true],
  ['billing', false],
  ['viewer', false],
])('tells the role %s to create a key before the test: %s', (role, mayCreate) => {
  show(role);
  expect(screen.queryByText(/create it first/) !== null).toBe(mayCreate);
  expect(screen.queryByRole('region', { name: '3. Test' }) !== null).toBe(mayCreate);
});
