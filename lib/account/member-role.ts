import { z } from 'zod';

/** The roles of people in an account. */
export const memberRole = z.enum(['owner', 'admin', 'member', 'billing', 'viewer']);

export type MemberRole = z.output<typeof memberRole>;

/** What somebody does in an account. Guests, and API keys that belong to no person, have no role. */
export const memberVerb = z.enum([
  /** Make calls, and delete their inputs. */
  'call',
  'read-calls',
  'read-credits',
  'read-members',
  /** Create API keys, and revoke one's own. */
  'own-keys',
  /** See the keys of all. */
  'read-keys',
  /** Revoke the keys of all. */
  'manage-keys',
  'read-webhooks',
  'manage-webhooks',
  'manage-alerts',
  /** Invite and remove people, and change roles and limits. */
  'manage-members',
  /** The same for owners. */
  'manage-owners',
]);

export type MemberVerb = z.output<typeof memberVerb>;

const everybody = memberRole.options;

const rolesOf: Record<MemberVerb, readonly MemberRole[]> = {
  call: ['owner', 'admin', 'member'],
  'read-calls': ['owner', 'admin', 'member', 'viewer'],
  'read-credits': everybody,
  'read-members': everybody,
  'own-keys': ['owner', 'admin', 'member'],
  'read-keys': ['owner', 'admin', 'viewer'],
  'manage-keys': ['owner', 'admin'],
  'read-webhooks': ['owner', 'admin', 'viewer'],
  'manage-webhooks': ['owner', 'admin'],
  'manage-alerts': ['owner', 'admin', 'billing'],
  'manage-members': ['owner', 'admin'],
  'manage-owners': ['owner'],
};

export function mayRole(role: MemberRole, verb: MemberVerb): boolean {
  return rolesOf[verb].includes(role);
}
