import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Authorization } from '../../../components/authorization/authorization.tsx';
import { sessionOptions } from '../../../components/keys/session-options.ts';
import { NarrowPage } from '../../../components/people/narrow-page.tsx';
import { readSession } from '../../../server/callers/sessions.ts';
import { findVisitor } from '../../../server/pages/find-visitor.ts';
import { offeredIssuers } from '../../../server/people/proofs/identities.ts';
import { hasMailCodes } from '../../../server/people/proofs/prove-code.ts';
import { whyNoPasskeys } from '../../../server/people/proofs/passkeys.ts';
import { portal } from '../../../server/doors/current-portal.ts';

export const metadata: Metadata = { title: 'Connect an agent', robots: { index: false } };

export default async function AuthorizePage() {
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  const { context } = portal();
  if (visitor) client.setQueryData(sessionOptions().queryKey, await readSession(context, visitor));
  const ways = {
    hasPasskeys: whyNoPasskeys(context.settings) === undefined,
    hasMailCodes: hasMailCodes(context.settings),
    issuers: offeredIssuers(context.settings),
  };
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NarrowPage title="Connect an agent">
        <Authorization ways={ways} />
      </NarrowPage>
    </HydrationBoundary>
  );
}
