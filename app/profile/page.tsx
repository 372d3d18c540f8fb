import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { sessionOptions } from '../../components/keys/session-options.ts';
import { identitiesOptions, secondFactorOptions, sessionsOptions } from '../../components/people/queries.ts';
import { Profile } from '../../components/people/profile.tsx';
import { passkeysOptions } from '../../components/passkeys/passkeys-options.ts';
import { oidcSentence } from '../../lib/account/identities.ts';
import { readSession } from '../../server/callers/sessions.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import { hasMailCodes } from '../../server/people/proofs/prove-code.ts';
import { listSessions } from '../../server/people/sessions-of-person.ts';
import { listIdentities } from '../../server/people/proofs/identities.ts';
import { listPasskeys } from '../../server/people/proofs/passkeys.ts';
import { readSecondFactor } from '../../server/people/proofs/second-factor.ts';
import { portal } from '../../server/doors/current-portal.ts';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export const metadata: Metadata = { title: 'Profile', robots: { index: false } };

export default async function ProfilePage({ searchParams }: { searchParams: SearchParams }) {
  const { refused } = await searchParams;
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  const { context } = portal();
  if (visitor) client.setQueryData(sessionOptions().queryKey, await readSession(context, visitor));
  if (visitor?.person) {
    client.setQueryData(sessionsOptions().queryKey, await listSessions(context, visitor));
    client.setQueryData(identitiesOptions().queryKey, await listIdentities(context, visitor));
    client.setQueryData(passkeysOptions().queryKey, await listPasskeys(context, visitor));
    client.setQueryData(secondFactorOptions().queryKey, await readSecondFactor(context, visitor));
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Profile refused={oidcSentence(refused)} mailsCodes={hasMailCodes(context.settings)} />
    </HydrationBoundary>
  );
}
