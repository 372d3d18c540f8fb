import { mayRole } from '../../lib/account/member-role.ts';
import type { ApiKey, ApiKeyList } from '../../lib/account/api-keys.ts';
import { utcToday } from '../../lib/text/utc-day.ts';
import type { Context } from '../portal/context.ts';
import type { KeyRow } from '../store/accounts.ts';
import type { Caller } from './caller.ts';
import { requireAccount } from './own-key.ts';
import { requireRole } from './require-role.ts';

/** Twice the keys that an account can have at a time. Only the newest revoked keys are listed. */
const mostListed = 200;

/** The API keys of the caller's account, with the spending of capped keys. Members see their own. */
export async function listKeys(context: Context, caller: Caller): Promise<ApiKeyList> {
  requireAccount(caller);
  const { member } = caller;
  const seesAll = !member || mayRole(member.role, 'read-keys');
  if (!seesAll) requireRole(caller, 'own-keys');
  return listKeysOf(context, caller.purse, seesAll ? undefined : member.personKey);
}

/** The keys of any account, or those of one of its people. */
export async function listKeysOf(
  { store }: Context,
  accountId: string,
  personKey?: number,
): Promise<ApiKeyList> {
  const day = utcToday();
  const periods = [day, day.slice(0, 7), 'all'];
  const { rows, total } = await store.accounts.listKeys(accountId, periods, mostListed, personKey);
  return { list: rows.map((row) => listedKey(row, periods)), total };
}

function listedKey(row: KeyRow, [day, month, all]: string[]): ApiKey {
  const { id, name, hint, operator, person, access, products, capDay, capMonth, capTotal } = row;
  const hasCap = [capDay, capMonth, capTotal].some((cap) => cap !== null);
  const spending = (cap: bigint | null, period: string | undefined) => ({
    cap: cap === null ? null : Number(cap),
    spent: hasCap ? Number(row.spending.find((spent) => spent.period === period)?.credits ?? 0) : null,
  });
  return {
    id,
    name,
    hint,
    operator,
    access,
    products,
    person,
    client: row.clientId === null ? null : { id: row.clientId, name: row.clientName ?? '' },
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    earlierEndsAt: endOfEarlier(row),
    spending: {
      day: spending(capDay, day),
      month: spending(capMonth, month),
      total: spending(capTotal, all),
    },
  };
}

function endOfEarlier({ revokedAt, earlierEndsAt }: KeyRow): string | null {
  const works = revokedAt === null && earlierEndsAt !== null && earlierEndsAt.getTime() > Date.now();
  return works ? earlierEndsAt.toISOString() : null;
}
