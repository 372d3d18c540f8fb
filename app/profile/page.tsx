import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { sessionOptions } from '../../components/keys/session-options.ts';
import { Profile } from '../../components/people/profile.tsx';
import { passkeysOptions } from '../../components/passkeys/passkeys-options.ts';
import { secondFactorOptions } from '../../components/people/second-factor-options.ts';
import { sessionsOptions } from '../../components/people/sessions-options.ts';
import { readSession } from '../../server/callers/read-session.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import { listSessions } from '../../server/people/list-sessions.ts';
import { listPasskeys } from '../../server/people/passkeys.ts';
import { readSecondFactor } from '../../server/people/second-factor.ts';
import { portal } from '../../server/portal/current-portal.ts';

export const metadata: Metadata = { title: 'Profile', robots: { index: false } };

export default async function ProfilePage() {
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  const { context } = portal();
  if (visitor) client.setQueryData(sessionOptions().queryKey, await readSession(context, visitor));
  if (visitor?.person) {
    client.setQueryData(sessionsOptions().queryKey, await listSessions(context, visitor));
    client.setQueryData(passkeysOptions().queryKey, await listPasskeys(context, visitor));
    client.setQueryData(secondFactorOptions().queryKey, await readSecondFactor(context, visitor));
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Profile />
    </HydrationBoundary>
  );
}
