'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** What the server rendered is fresh for this long, so that a page is not fetched twice as it opens. */
const staleAfterMs = 30_000;

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: staleAfterMs } } }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
