'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** Data from the server is fresh for this long, so that it is not fetched again at once. */
const staleAfterMs = 30_000;
/** A restarted portal is back within a moment. */
const retries = 1;
const retryDelayMs = 700;
/** A local portal works without the internet. */
const networkMode = 'always';

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: staleAfterMs,
            retry: retries,
            retryDelay: retryDelayMs,
            networkMode,
            // Not by itself in this mode.
            refetchOnReconnect: true,
          },
          mutations: { networkMode },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
