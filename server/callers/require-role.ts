import { mayRole, type MemberVerb } from '../../lib/account/member-role.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { accountSuspended, type Caller } from './caller.ts';

const words: Record<MemberVerb, string> = {
  call: 'make calls',
  'read-calls': 'see calls',
  'read-credits': 'see credits',
  'read-members': 'see members',
  'own-keys': 'have API keys',
  'read-keys': 'see the API keys of others',
  'manage-keys': 'revoke the API keys of others',
  'read-webhooks': 'see webhooks',
  'manage-webhooks': 'change webhooks',
  'manage-alerts': 'change alerts',
  'manage-members': 'manage members',
  'manage-owners': 'manage owners',
};

/** Refuses a member whose role does not allow it. */
export function requireRole(caller: Caller, verb: MemberVerb): void {
  const refusal = refusalByRole(caller, verb);
  if (refusal) throw refusal;
}

/** Why the role of a member does not allow it. Guests, and keys that belong to no person, have no role. */
export function refusalByRole({ member }: Caller, verb: MemberVerb): Problem | undefined {
  if (!member || mayRole(member.role, verb)) return undefined;
  return roleRefusal(`Your role in this account is ${member.role}: it does not allow you to ${words[verb]}.`);
}

/** Refuses a member of a suspended account, who may still read, and take away. */
export function requireActive({ member }: Caller): void {
  if (member?.suspended) throw accountSuspended();
}

/** `who` can do it, or give the role that may. */
export function roleRefusal(why: string, who = 'an owner or admin of the account'): Problem {
  return new Problem('forbidden', `${why} Ask ${who}.`);
}

/** For what only owners do. */
export const owners = 'an owner of the account';
