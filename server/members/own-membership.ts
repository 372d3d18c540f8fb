import type { MemberVerb } from '../../lib/account/member-role.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller, SignedInPerson } from '../callers/caller.ts';
import { requireAccount } from '../callers/own-key.ts';
import { owners, requireRole, roleRefusal } from '../callers/require-role.ts';
import { requirePerson } from '../people/own-person.ts';

/** A person who has signed in and may do this in the account. Keys do not manage members. */
export function requireMember(caller: Caller, verb: MemberVerb): SignedInPerson {
  const person = requirePerson(caller);
  requireAccount(caller);
  requireRole(caller, verb);
  return person;
}

/** Why members were not changed. */
export function memberRefusal(
  outcome: 'no-member' | 'not-allowed' | 'last-owner',
  personId: string,
): Problem {
  if (outcome === 'no-member')
    return new Problem('not-found', `Your account has no member ${JSON.stringify(personId.slice(0, 100))}.`);
  if (outcome === 'not-allowed') return roleRefusal('Your role in this account does not allow this.', owners);
  return new Problem('last-owner', 'The account would have no owner. Make another member an owner first.');
}
