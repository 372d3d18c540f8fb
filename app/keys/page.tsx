import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { apiKeysOptions } from '../../components/keys/api-keys-options.ts';
import { Keys } from '../../components/keys/keys.tsx';
import { sessionOptions } from '../../components/keys/session-options.ts';
import { webhooksOptions } from '../../components/webhooks/webhooks-options.ts';
import { portal } from '../../server/doors/current-portal.ts';
import { findVisitor } from '../../server/pages/find-visitor.ts';
import { listKeys } from '../../server/callers/list-keys.ts';
import { readSession } from '../../server/callers/sessions.ts';
import { listWebhooks } from '../../server/webhooks/webhooks.ts';

export const metadata: Metadata = { title: 'API keys' };

export default async function KeysPage() {
  const visitor = await findVisitor(await headers());
  const client = new QueryClient();
  const { context } = portal();
  if (visitor) client.setQueryData(sessionOptions().queryKey, await readSession(context, visitor));
  // The lists say so themselves if the role of a member does not see them.
  if (visitor?.kind === 'account')
    await Promise.all([
      client.prefetchQuery({ ...apiKeysOptions(), queryFn: () => listKeys(context, visitor) }),
      client.prefetchQuery({ ...webhooksOptions(), queryFn: () => listWebhooks(context, visitor) }),
    ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Keys isOpen={context.settings.registration === 'open'} />
    </HydrationBoundary>
  );
}
