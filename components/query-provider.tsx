'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** What the server rendered is fresh for this long, so that a page is not fetched twice as it opens. */
const staleAfterMs = 30_000;
/** A portal that starts anew is back within a moment; whoever waits longer is told. */
const retries = 1;
const retryDelayMs = 700;

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: staleAfterMs,
            retry: retries,
            retryDelay: retryDelayMs,
            // A portal of one's own machine answers without the internet, whatever the browser thinks of it.
            networkMode: 'always',
          },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
