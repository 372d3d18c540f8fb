import type { Metadata } from 'next';
import { callListOptions } from '../../components/calls/call-list-options.ts';
import { Calls } from '../../components/calls/calls.tsx';
import { callPageParameters, readCallsView, unreadFilter } from '../../lib/view/calls-view.ts';
import { callListQuery, listCalls } from '../../server/calls/list-calls.ts';
import { seeded } from '../seeded.tsx';

export const metadata: Metadata = { title: 'Calls' };

export default async function CallsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const parameters = await searchParams;
  const [view, unread] = [readCallsView(parameters), unreadFilter(parameters)];
  return seeded(
    async (client, context, visitor) => {
      if (unread !== undefined) return;
      const query = callListQuery.parse(callPageParameters(view));
      const queryFn = () => listCalls(context, visitor, query);
      await client.prefetchQuery({ ...callListOptions(view), queryFn });
    },
    <Calls view={view} unread={unread} />,
  );
}
