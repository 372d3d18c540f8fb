import type { DeliveryList } from '../../lib/account/webhooks.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccount } from '../callers/own-key.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../portal/context.ts';
import type { DeliveryRow } from '../store/webhooks.ts';

/** The newest deliveries to a webhook of the caller's account. */
export async function listDeliveries({ store }: Context, caller: Caller, id: string): Promise<DeliveryList> {
  requireAccount(caller);
  requireRole(caller, 'read-webhooks');
  const rows = await store.webhooks.deliveries(caller.purse, id);
  if (!rows)
    throw new Problem('not-found', `Your account has no webhook ${JSON.stringify(id.slice(0, 100))}.`);
  return { list: rows.map(listedDelivery) };
}

function listedDelivery(row: DeliveryRow): DeliveryList['list'][number] {
  const { id, event, payload, attempts, lastStatus, lastError, lastResponse } = row;
  const timeOf = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id,
    event,
    payload,
    attempts,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: timeOf(row.deliveredAt),
    failedAt: timeOf(row.failedAt),
    nextAttemptAt: timeOf(row.nextAttemptAt),
    status: lastStatus,
    error: lastError,
    response: lastResponse,
  };
}
