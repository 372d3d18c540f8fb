import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import type { ReactNode } from 'react';
import { sessionOptions } from '../../../components/keys/session-options.ts';
import type { Session } from '../../../lib/account/session.ts';

const nothing = () => undefined;

interface Around {
  /** What is fetched already, and who is signed in. */
  client?: QueryClient;
  session?: Session;
  /** Where the page goes. */
  replace?: () => void;
}

/** Renders a part of a page in what every page has around it. */
export function renderPage(
  page: ReactNode,
  { session, client = fetched(session), replace = nothing }: Around = {},
) {
  const router = {
    ...{ replace, push: nothing, back: nothing, forward: nothing },
    ...{ refresh: nothing, prefetch: nothing, bfcacheId: '' },
  };
  return render(
    <AppRouterContext value={router}>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </AppRouterContext>,
  );
}

function fetched(session: Session | undefined): QueryClient {
  if (!session) return new QueryClient();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  client.setQueryData(sessionOptions().queryKey, session);
  return client;
}
