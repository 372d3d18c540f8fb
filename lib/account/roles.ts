/** The roles of people in an account. Every page asks what they allow, so this needs no schema. */
export const memberRoles = ['owner', 'admin', 'member', 'billing', 'viewer'] as const;

export type MemberRole = (typeof memberRoles)[number];

/** What somebody does in an account: in words, after "it does not allow you to", and by whom. */
const rights = {
  /** With the inputs of one's own, which are deleted. */
  call: { words: 'make calls', roles: ['owner', 'admin', 'member'] },
  'read-calls': { words: 'see calls', roles: ['owner', 'admin', 'member', 'viewer'] },
  'delete-inputs': { words: 'delete the inputs of calls that others made', roles: ['owner', 'admin'] },
  'read-credits': { words: 'see credits', roles: memberRoles },
  'read-members': { words: 'see members', roles: memberRoles },
  /** Create API keys, and revoke one's own. */
  'own-keys': { words: 'have API keys', roles: ['owner', 'admin', 'member'] },
  'read-keys': { words: 'see the API keys of others', roles: ['owner', 'admin', 'viewer'] },
  'manage-keys': { words: 'revoke the API keys of others', roles: ['owner', 'admin'] },
  'read-webhooks': { words: 'see webhooks', roles: ['owner', 'admin', 'viewer'] },
  'manage-webhooks': { words: 'change webhooks', roles: ['owner', 'admin'] },
  'manage-alerts': { words: 'change alerts', roles: ['owner', 'admin', 'billing'] },
  /** Invite and remove people, and change roles and limits. */
  'manage-members': { words: 'manage members', roles: ['owner', 'admin'] },
  'accept-terms': { words: 'accept terms', roles: ['owner', 'admin'] },
  'rename-account': { words: 'rename the account', roles: ['owner', 'admin'] },
  /** The same for owners. */
  'manage-owners': { words: 'manage owners', roles: ['owner'] },
} as const satisfies Record<string, { words: string; roles: readonly MemberRole[] }>;

export type MemberVerb = keyof typeof rights;

export const memberVerbs = keysOf(rights);

/** Their type has all keys, because a literal has no others. */
function keysOf<Key extends string>(literal: Record<Key, unknown>): Key[] {
  return Object.keys(literal) as Key[];
}

export function mayRole(role: MemberRole, verb: MemberVerb): boolean {
  const { roles }: { roles: readonly MemberRole[] } = rights[verb];
  return roles.includes(role);
}

/**
 * Why a role does not allow it, and who can help; undefined if it does. Guests, and keys that belong to no person, have
 * no role.
 */
export function roleRefusalText(role: MemberRole | null, verb: MemberVerb): string | undefined {
  if (role === null || mayRole(role, verb)) return undefined;
  return `Your role in this account is ${role}: it does not allow you to ${rights[verb].words}. Ask an owner or admin of the account.`;
}
