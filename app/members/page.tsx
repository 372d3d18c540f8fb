import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { sessionOptions } from '../../components/keys/session-options.ts';
import { Members } from '../../components/members/members.tsx';
import { membersOptions } from '../../components/members/members-options.ts';
import { readSession } from '../../server/callers/sessions.ts';
import { listMembers } from '../../server/members/members.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import { portal } from '../../server/doors/current-portal.ts';

export const metadata: Metadata = { title: 'Members', robots: { index: false } };

export default async function MembersPage() {
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  const { context } = portal();
  if (visitor) client.setQueryData(sessionOptions().queryKey, await readSession(context, visitor));
  if (visitor?.kind === 'account')
    client.setQueryData(membersOptions().queryKey, await listMembers(context, visitor));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Members />
    </HydrationBoundary>
  );
}
