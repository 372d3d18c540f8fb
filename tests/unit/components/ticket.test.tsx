// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { FullQuote } from '../../../lib/product/full-quote.ts';
import { Ticket } from '../../../components/ticket/ticket.tsx';
import { renderPage } from './render-page.tsx';
import '../../setup/patient-screen.ts';

vi.mock('../../../components/playground/playground-provider.tsx', () => ({
  usePlayground: () => ({ fields: [] }),
}));

function Around({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

function nothing(): undefined {
  return undefined;
}

function ticket(quote: FullQuote | undefined, setMaximum: (maximum: number | null) => void = nothing) {
  return (
    <Ticket
      estimate={{ quote, isCurrent: quote !== undefined, bytes: 0, error: null, ask: nothing }}
      call={{
        ...{ state: { phase: 'idle' }, parts: null, stop: nothing, again: nothing, accept: nothing },
        ...{ start: () => Promise.resolve(false), loadParts: () => Promise.resolve() },
      }}
      ceiling={253}
      spendable={undefined}
      creditsUrl={undefined}
      blocker={null}
      failure={null}
      maximum={null}
      setMaximum={setMaximum}
      start={nothing}
    />
  );
}

it('says that a limit is too high, and leaves it whole', async () => {
  const setMaximum = vi.fn<(maximum: number | null) => void>();
  renderPage(ticket(undefined, setMaximum));
  await userEvent.type(screen.getByLabelText('My limit for this call'), '9007199254740993');
  expect(screen.getByText('Enter at most 9007199254740991 credits.')).toBeTruthy();
  expect(setMaximum).toHaveBeenLastCalledWith(Number.NaN);
});

it('announces no price that the ticket no longer shows', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const quote = { credits: 4, breakdown: [], fields: [], missing: [], invalid: [], ignored: [] };
  const settle = () => act(() => void vi.advanceTimersByTime(1_000));
  const { rerender } = render(ticket(quote), { wrapper: Around });
  const says = () => screen.getByRole('status').textContent;
  settle();
  expect(says()).toBe('This call costs 4 credits.');
  rerender(ticket({ ...quote, missing: [{ pointer: '/messages', detail: 'Needed.' }] }));
  expect(says()).toBe('');
  settle();
  expect(says()).toBe('This call costs at most 253 credits.');
});
