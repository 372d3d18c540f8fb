import type { WebhookList } from '../../lib/account/webhooks.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccount } from '../callers/own-key.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../portal/context.ts';

/** The webhooks of the caller's account. */
export async function listWebhooks({ store }: Context, caller: Caller): Promise<WebhookList> {
  requireAccount(caller);
  requireRole(caller, 'read-webhooks');
  const rows = await store.webhooks.list(caller.purse);
  return {
    list: rows.map(({ createdAt, disabledAt, ...webhook }) => ({
      ...webhook,
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
    })),
  };
}
