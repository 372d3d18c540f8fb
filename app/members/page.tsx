import type { Metadata } from 'next';
import { Members } from '../../components/members/members.tsx';
import { membersQuery, termsQuery } from '../../components/people/queries.ts';
import { listOwnAcceptances } from '../../server/calls/terms.ts';
import { listMembers } from '../../server/members/members.ts';
import { seeded, seedSession } from '../seeded.tsx';

export const metadata: Metadata = { title: 'Members', robots: { index: false } };

export default function MembersPage() {
  return seeded(
    async (client, context, visitor) => {
      await seedSession(client, context, visitor);
      if (visitor.kind !== 'account') return;
      client.setQueryData(membersQuery.queryKey, await listMembers(context, visitor));
      client.setQueryData(termsQuery.queryKey, await listOwnAcceptances(context, visitor));
    },
    <Members />,
  );
}
