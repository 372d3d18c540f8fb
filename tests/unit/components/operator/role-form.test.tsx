// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { afterEach, expect, it } from 'vitest';
import { RoleForm } from '../../../../components/operator/person-actions.tsx';

const nothing = () => undefined;
const router = {
  replace: nothing,
  push: nothing,
  back: nothing,
  forward: nothing,
  refresh: nothing,
  prefetch: nothing,
  bfcacheId: '',
};

afterEach(cleanup);

it('says before it is saved that the operator keys end with the last role', async () => {
  render(
    <AppRouterContext value={router}>
      <QueryClientProvider client={new QueryClient()}>
        <RoleForm personId="per_1" role="publisher" />
      </QueryClientProvider>
    </AppRouterContext>,
  );
  const warning = () => screen.queryByText(/^The operator keys of this person stop working immediately/);
  const role = screen.getByLabelText('Role');
  await userEvent.selectOptions(role, 'viewer');
  expect(warning()).toBeNull();
  await userEvent.selectOptions(role, '');
  expect(warning()).not.toBeNull();
  expect(screen.getByText('Change role').classList.contains('bg-bad')).toBe(true);
});
