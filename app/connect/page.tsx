import type { Metadata } from 'next';
import { Connect } from '../../components/connect/connect.tsx';
import { markdownLink } from '../../lib/markdown/page-head.ts';
import { portal } from '../../server/doors/current-portal.ts';
import { seeded, seedSession } from '../seeded.tsx';

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
  return seeded(seedSession, <Connect url={portal().context.settings.url} products={products} />);
}
