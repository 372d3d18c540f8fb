// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { afterEach, expect, it, vi } from 'vitest';
import { ChoosePassword } from '../../../../components/people/choose-password.tsx';
import { guestSession } from '../../../../lib/account/session.ts';

afterEach(cleanup);

it.each([
  [{ id: 'per_1', name: 'Bob', email: 'bob@example.com', operatorRole: null }, '/profile'],
  // With a second factor, nobody is signed in yet.
  [null, '/sign-in?for=new-password'],
])('leads %j to %s', async (person, address) => {
  const open = () => {
    throw new DOMException('Refused.');
  };
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('fetch', (asked: string) =>
    Promise.resolve(
      asked === '/api/password'
        ? new Response(null, { status: 204 })
        : Response.json({ ...guestSession, person }),
    ),
  );
  window.location.hash = '#token';
  const nothing = () => undefined;
  const replace = vi.fn<() => void>();
  const router = {
    replace,
    push: nothing,
    back: nothing,
    forward: nothing,
    refresh: nothing,
    prefetch: nothing,
    bfcacheId: '',
  };
  render(
    <AppRouterContext value={router}>
      <QueryClientProvider client={new QueryClient()}>
        <ChoosePassword />
      </QueryClientProvider>
    </AppRouterContext>,
  );
  await userEvent.type(screen.getByLabelText('New password'), 'violin harbor cactus{Enter}');
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(address));
});
