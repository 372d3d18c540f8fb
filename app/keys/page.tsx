import type { Metadata } from 'next';
import { Keys } from '../../components/keys/keys.tsx';
import { apiKeysQuery, webhooksQuery } from '../../components/people/queries.ts';
import { portal } from '../../server/doors/current-portal.ts';
import { listKeys } from '../../server/callers/list-keys.ts';
import { listWebhooks } from '../../server/webhooks/webhooks.ts';
import { seeded, seedSession } from '../seeded.tsx';

export const metadata: Metadata = { title: 'API keys' };

export default function KeysPage() {
  return seeded(
    async (client, context, visitor) => {
      await seedSession(client, context, visitor);
      // The lists say so themselves if the role of a member does not see them.
      if (visitor.kind === 'account')
        await Promise.all([
          client.prefetchQuery({ ...apiKeysQuery, queryFn: () => listKeys(context, visitor) }),
          client.prefetchQuery({ ...webhooksQuery, queryFn: () => listWebhooks(context, visitor) }),
        ]);
    },
    <Keys isOpen={portal().context.settings.registration === 'open'} />,
  );
}
