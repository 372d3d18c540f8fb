import { mayRole } from '../../lib/account/member-role.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { KeyOwner } from '../store/accounts.ts';
import type { Caller } from './caller.ts';
import { requireRole } from './require-role.ts';

/** A key of the caller's account that the caller may change: members their own, owners and admins all. */
export async function requireManagedKey(
  { store }: Context,
  caller: Caller,
  id: string,
): Promise<KeyOwner & { isOwn: boolean }> {
  const { member } = caller;
  // Keys never move between accounts and people, so this check cannot become stale.
  const owner = await store.accounts.findKeyOwner(caller.purse, id);
  const isOwn = member !== null && owner?.personKey === member.personKey;
  if (!owner || (member && !isOwn && !mayRole(member.role, 'read-keys'))) throw noSuchKey(id);
  if (!isOwn) requireRole(caller, 'manage-keys');
  return { ...owner, isOwn };
}

export function noSuchKey(id: string): Problem {
  return new Problem('not-found', `Your account has no active key ${JSON.stringify(id.slice(0, 100))}.`);
}

/** Somebody who is no operator must not get more out of an operator's key. */
export function requireOperatorFor({ operator }: KeyOwner, { apiKey, operator: isOperator }: Caller): void {
  if (operator && !(apiKey && isOperator))
    throw new Problem('forbidden', 'Only an operator key can create, change or rotate operator keys.');
}
