import { mayRole } from '../../lib/account/member-role.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { mayDo, operatorAuthor, requireRight } from '../operator/rights.ts';
import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import type { KeyOwner } from '../store/accounts.ts';
import type { Caller } from './caller.ts';
import { memberAuthor } from './member-author.ts';
import { requireRole } from './require-role.ts';

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

export function noSuchKey(id: string): Problem {
  return new Problem('not-found', `Your account has no active key ${JSON.stringify(id.slice(0, 100))}.`);
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
