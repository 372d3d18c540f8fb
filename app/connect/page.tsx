import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Connect } from '../../components/connect/connect.tsx';
import { sessionOptions } from '../../components/keys/session-options.ts';
import { markdownLink } from '../../lib/markdown/page-head.ts';
import { readSession } from '../../server/callers/sessions.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import { portal } from '../../server/doors/current-portal.ts';

export const metadata: Metadata = {
  title: 'Connect an agent',
  alternates: { canonical: '/connect', types: markdownLink('/connect') },
};

/** As many as `/mcp` takes. */
const mostProducts = 20;

export default async function ConnectPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const asked = [(await searchParams)['products']].flat()[0] ?? '';
  const products = asked
    .split(',')
    .filter((slug) => /^[\w-]{1,100}$/.test(slug))
    .slice(0, mostProducts);
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  const { context } = portal();
  if (visitor) client.setQueryData(sessionOptions().queryKey, await readSession(context, visitor));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Connect url={context.settings.url} products={products} />
    </HydrationBoundary>
  );
}
