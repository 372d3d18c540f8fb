import type { Metadata } from 'next';
import { Members } from '../../components/members/members.tsx';
import { membersQuery } from '../../components/people/queries.ts';
import { listMembers } from '../../server/members/members.ts';
import { seeded, seedSession } from '../seeded.tsx';

export const metadata: Metadata = { title: 'Members', robots: { index: false } };

export default function MembersPage() {
  return seeded(
    async (client, context, visitor) => {
      await seedSession(client, context, visitor);
      if (visitor.kind === 'account')
        client.setQueryData(membersQuery.queryKey, await listMembers(context, visitor));
    },
    <Members />,
  );
}
