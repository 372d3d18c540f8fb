import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { callListOptions } from '../../components/calls/call-list-options.ts';
import { Calls } from '../../components/calls/calls.tsx';
import { callListParameters, callsPageSize, readCallsView, unreadFilter } from '../../lib/view/calls-view.ts';
import { portal } from '../../server/doors/current-portal.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import { callListQuery, listCalls } from '../../server/calls/list-calls.ts';

export const metadata: Metadata = { title: 'Calls' };

export default async function CallsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const parameters = await searchParams;
  const [view, unread] = [readCallsView(parameters), unreadFilter(parameters)];
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  if (visitor && unread === undefined) {
    const paging = { page: String(view.page), pageSize: String(callsPageSize) };
    const query = callListQuery.parse({ ...callListParameters(view), ...paging });
    await client.prefetchQuery({
      ...callListOptions(view),
      queryFn: () => listCalls(portal().context, visitor, query),
    });
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Calls view={view} unread={unread} />
    </HydrationBoundary>
  );
}
