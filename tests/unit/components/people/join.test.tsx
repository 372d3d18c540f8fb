// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { expect, it, vi } from 'vitest';
import { sessionOptions } from '../../../../components/keys/session-options.ts';
import { Join } from '../../../../components/people/join.tsx';
import type { ShownInvitation } from '../../../../lib/account/members.ts';
import { guestSession } from '../../../../lib/account/session.ts';

const person = { id: 'per_1', name: 'Bob', email: 'bob@example.com', operatorRole: null };
const invitation: ShownInvitation = {
  ...{ account: { name: 'Acme' }, role: 'member', caps: { day: null, month: null, total: null } },
  ...{ email: null, expiresAt: '2026-12-05T12:00:00.000Z' },
};
const session = { ...guestSession, person };

/** Answers as the portal does for an invitation that works once. */
function portal() {
  const asked: string[] = [];
  const open = () => {
    throw new DOMException('Refused.');
  };
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    if (address === '/api/join') return Promise.resolve(new Response(null, { status: 204 }));
    if (address === '/api/session') return Promise.resolve(Response.json(session));
    return Promise.resolve(
      asked.includes('/api/join')
        ? Response.json({ detail: 'It was used.' }, { status: 410 })
        : Response.json(invitation),
    );
  });
  return asked;
}

it('shows no error of the used invitation until the members are there', async () => {
  const asked = portal();
  window.location.hash = '#token';
  const replace = vi.fn<() => void>();
  const nothing = () => undefined;
  const router = {
    ...{ replace, push: nothing, back: nothing, forward: nothing },
    ...{ refresh: nothing, prefetch: nothing, bfcacheId: '' },
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  client.setQueryData(sessionOptions().queryKey, session);
  render(
    <AppRouterContext value={router}>
      <QueryClientProvider client={client}>
        <Join issuers={[]} />
      </QueryClientProvider>
    </AppRouterContext>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/members'));
  // Data of the caller is fetched again after a turn.
  await new Promise((resolve) => void setTimeout(resolve));
  expect(asked).toEqual(['/api/invitation', '/api/join', '/api/session']);
  expect(screen.getByRole('status').textContent).toBe('You have joined. Loading the members…');
});
