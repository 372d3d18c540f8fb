import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { sessionOptions } from '../../components/keys/session-options.ts';
import { Join } from '../../components/people/join.tsx';
import { NarrowPage } from '../../components/people/narrow-page.tsx';
import { readSession } from '../../server/callers/sessions.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import { offeredIssuers } from '../../server/people/proofs/identities.ts';
import { portal } from '../../server/doors/current-portal.ts';

export const metadata: Metadata = { title: 'Join an account', robots: { index: false } };

export default async function JoinPage() {
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  if (visitor) client.setQueryData(sessionOptions().queryKey, await readSession(portal().context, visitor));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NarrowPage title="Join an account">
        <Join issuers={offeredIssuers(portal().context.settings)} />
      </NarrowPage>
    </HydrationBoundary>
  );
}
