import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { apiKeysOptions } from '../../components/keys/api-keys-options.ts';
import { Keys } from '../../components/keys/keys.tsx';
import { sessionOptions } from '../../components/keys/session-options.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import { readKeys } from '../../server/callers/list-keys.ts';
import { sessionOf } from '../../server/callers/read-session.ts';

export const metadata: Metadata = { title: 'API keys' };

export default async function KeysPage() {
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  if (visitor) client.setQueryData(sessionOptions().queryKey, await sessionOf(visitor));
  if (visitor?.apiKey) client.setQueryData(apiKeysOptions().queryKey, await readKeys(visitor));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Keys />
    </HydrationBoundary>
  );
}
