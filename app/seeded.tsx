import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { FollowPage } from '../components/keys/follow-other-tabs.tsx';
import { callerIds, sessionOptions } from '../components/keys/session-options.ts';
import type { Caller } from '../server/callers/caller.ts';
import { readSession } from '../server/callers/sessions.ts';
import type { Context } from '../server/context.ts';
import { portal } from '../server/doors/current-portal.ts';
import { forCaller } from '../server/callers/find-audience.ts';
import { findVisitor } from '../server/pages/find-visitor.ts';

/** Renders a page with what `read` puts into its queries: the browser goes on from there. */
export async function seeded(
  read: (client: QueryClient, context: Context, visitor: Caller) => unknown,
  page: ReactNode,
): Promise<ReactNode> {
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  if (visitor) await read(client, await forCaller(portal().context, visitor), visitor);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      {visitor && <FollowPage caller={idsOf(visitor)} />}
      {page}
    </HydrationBoundary>
  );
}

/** The same as of their session. */
export function idsOf({ kind, purse, apiKey: key, person, seeing }: Caller): string {
  return callerIds({
    account: kind === 'account' ? { id: purse } : null,
    key,
    person,
    seeing: seeing ?? null,
  });
}

export async function seedSession(client: QueryClient, context: Context, visitor: Caller): Promise<void> {
  client.setQueryData(sessionOptions().queryKey, await readSession(context, visitor));
}
