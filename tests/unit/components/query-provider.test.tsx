// @vitest-environment happy-dom
import { onlineManager, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { PersonForm } from '../../../components/people/person-form.tsx';
import { QueryProvider } from '../../../components/query-provider.tsx';

afterEach(() => onlineManager.setOnline(true));

it('asks again for what could not be fetched as soon as the browser is online', async () => {
  const queryFn = vi.fn<() => Promise<string>>();
  queryFn.mockRejectedValueOnce(new Error('unreachable')).mockResolvedValueOnce('4 credits');
  function Price() {
    return useQuery({ queryKey: ['price'], queryFn, retry: false }).data ?? 'none';
  }
  onlineManager.setOnline(false);
  render(
    <QueryProvider>
      <Price />
    </QueryProvider>,
  );
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledOnce());
  onlineManager.setOnline(true);
  expect(await screen.findByText('4 credits')).toBeTruthy();
});

it('changes something in a local portal while the browser has no internet', async () => {
  onlineManager.setOnline(false);
  const submit = vi.fn<() => Promise<void>>(() => Promise.resolve());
  render(
    <QueryProvider>
      <PersonForm action="Save" submit={submit}>
        {() => null}
      </PersonForm>
    </QueryProvider>,
  );
  await userEvent.click(screen.getByText('Save'));
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
});
