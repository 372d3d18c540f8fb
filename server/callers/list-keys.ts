import type { ApiKey, ApiKeyList } from '../../lib/account/api-keys.ts';
import { mayRole } from '../../lib/account/roles.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { utcToday } from '../../lib/text/times.ts';
import type { Context } from '../context.ts';
import { readProduct } from '../products/find-product.ts';
import { mayDo, operatorAuthor, requireRight } from '../rights.ts';
import type { KeyOwner, KeyRow } from '../store/accounts/account-rows.ts';
import type { Author } from '../store/author.ts';
import type { Audience } from '../store/catalogue/audience.ts';
import type { Store } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import type { Caller } from './caller.ts';
import { memberAuthor, requireAccount, requireUncapped, requireRole } from './require-role.ts';

export interface ManagedKey extends KeyOwner {
  isOwn: boolean;
}

/** A key of the caller's account that the caller may change: members their own, owners and admins all. */
export async function requireManagedKey({ store }: Context, caller: Caller, id: string): Promise<ManagedKey> {
  const { member } = caller;
  // Keys never move between accounts and people, so this check cannot become stale.
  const owner = await store.accounts.findKeyOwner(caller.purse, id);
  const isOwn = member !== null && owner?.personKey === member.personKey;
  if (!owner || (member && !isOwn && !mayRole(member.role, 'read-keys'))) throw noSuchKey(id);
  if (!isOwn) requireRole(caller, 'manage-keys');
  return { ...owner, isOwn };
}

/** The caller who changes it. The keys of somebody who leaves the account end, so their own need no role. */
export function keyAuthor(author: Author, caller: Caller, { isOwn }: ManagedKey): Author {
  return isOwn ? author : memberAuthor(author, caller, 'manage-keys');
}

/** The caller who revokes it. A key that anybody has made for the account ends no key of an operator. */
export function revokingAuthor(author: Author, caller: Caller, key: ManagedKey & { id: string }): Author {
  const operator = caller.person ?? caller.apiKey?.operatorPerson;
  const isTheirs = key.id === caller.apiKey?.id || key.operatorPersonKey === operator?.key;
  if (!key.operator || isTheirs) return keyAuthor(author, caller, key);
  requireRight(caller, 'revoke-operator-key');
  return operatorAuthor(author, ['revoke-operator-key']);
}

/** True of one that is hidden from the caller, too. */
export function noSuchKey(id: string): Problem {
  const named = JSON.stringify(id.slice(0, 100));
  return new Problem('not-found', `Your account has no active key ${named} that you may see.`);
}

/** Nobody gets more out of an operator's key than their own allows. */
export function requireOperatorFor({ operator }: KeyOwner, caller: Caller): void {
  if (operator && !mayMakeOperatorKeys(caller))
    throw new Problem('forbidden', 'Only an operator key can create, change or rotate operator keys.');
}

/** With an operator key, whose person may. A session does it in the console, which asks again. */
export function mayMakeOperatorKeys(caller: Caller): boolean {
  return caller.apiKey !== null && mayDo(caller, 'create-operator-key');
}

/** The keys of products by id or slug; null for all. */
export async function chosenProducts(
  { store, audience }: { store: Pick<Store, 'catalogue'>; audience: Audience },
  names: string[] | null,
): Promise<number[] | null> {
  if (names === null) return null;
  const found = await Promise.all(names.map((name) => readProduct(store, name, audience)));
  const faults = found.flatMap((product, index) =>
    product
      ? []
      : [
          {
            pointer: `/products/${index}`,
            detail: `There is no product with the id or slug ${JSON.stringify(names[index])}.`,
          },
        ],
  );
  if (faults.length > 0) throw invalidBody(faults);
  return [...new Set(found.flatMap((product) => product?.key ?? []))].sort((a, b) => a - b);
}

/**
 * Revokes a key of the caller's account and closes its sessions. Any key may revoke itself, a member their own, and an
 * operator the operator keys that are theirs.
 */
export async function revokeKey(context: Context, caller: Caller, id: string, author: Author): Promise<void> {
  requireAccount(caller);
  const key = await requireManagedKey(context, caller, id);
  if (id !== caller.apiKey?.id) await requireUncapped(context, caller);
  const allowed = revokingAuthor(author, caller, { ...key, id });
  await writeChange(context, 'revoke-key', { id, now: Date.now() }, allowed);
}

/** Twice the keys that an account can have at a time. Only the newest revoked keys are listed. */
const mostListed = 200;

/** The API keys of the caller's account, with the spending of capped keys. Members see their own. */
export async function listKeys(context: Context, caller: Caller): Promise<ApiKeyList> {
  requireAccount(caller);
  const { member } = caller;
  const seesAll = !member || mayRole(member.role, 'read-keys');
  if (!seesAll) requireRole(caller, 'own-keys');
  return listKeysOf(context, caller.purse, seesAll ? {} : { personKey: member.personKey });
}

/** The keys of any account, or those of one of its people, or one key. */
export async function listKeysOf(
  { store }: Context,
  accountId: string,
  only: { personKey?: number; id?: string } = {},
): Promise<ApiKeyList> {
  const day = utcToday();
  const periods = [day, day.slice(0, 7), 'all'];
  const { rows, total } = await store.accounts.listKeys(accountId, periods, mostListed, only);
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
