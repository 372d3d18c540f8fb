import type { OperatorRole } from '../../lib/account/operator-role.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { refuseUnlessConfirmed } from '../people/refuse-unless-confirmed.ts';

interface Right {
  roles: readonly OperatorRole[];
  /** What nobody else may do, after "Only operators with the role … can". */
  what: string;
  /** Moves money, roles, secrets or exports: who signed in a while ago is asked again. */
  asksAgain?: true;
}

const all = ['owner', 'publisher', 'finance', 'viewer'] as const;
const owner = ['owner'] as const;

/** What operators do, and the roles that may. The API key of an operator has the rights of an owner. */
export const operatorRights = {
  'read-metrics': { roles: all, what: 'read metrics' },
  'read-offline-products': { roles: all, what: 'list offline products' },
  'read-overview': { roles: all, what: 'see the overview' },
  'read-calls': { roles: all, what: 'see the calls of others' },
  'read-money': { roles: ['owner', 'finance', 'viewer'], what: 'see the credits of the portal' },
  'read-accounts': { roles: ['owner', 'finance', 'viewer'], what: 'see accounts' },
  'create-account': { roles: ['owner', 'finance'], what: 'create accounts', asksAgain: true },
  'invite-member': { roles: ['owner', 'finance'], what: 'invite people to accounts', asksAgain: true },
  'suspend-account': { roles: ['owner', 'finance'], what: 'suspend accounts' },
  'create-account-key': { roles: ['owner', 'finance'], what: 'create API keys of accounts', asksAgain: true },
  'revoke-account-key': { roles: ['owner', 'finance'], what: 'revoke API keys of accounts' },
  'create-operator-key': { roles: owner, what: 'create API keys of operators', asksAgain: true },
  'grant-credits': { roles: ['owner', 'finance'], what: 'grant and correct credits', asksAgain: true },
  'set-product-status': { roles: ['owner', 'publisher'], what: 'take products online and offline' },
  'read-people': { roles: ['owner', 'viewer'], what: 'see people' },
  'export-people': { roles: owner, what: 'export people', asksAgain: true },
  'export-person': { roles: owner, what: 'export the data of a person', asksAgain: true },
  'erase-person': { roles: owner, what: 'erase people', asksAgain: true },
  'create-person': { roles: owner, what: 'create operators', asksAgain: true },
  'set-operator-role': { roles: owner, what: 'change roles', asksAgain: true },
  'end-sessions': { roles: owner, what: 'end the sessions of others' },
  'make-password-link': { roles: owner, what: 'make links to choose a password', asksAgain: true },
  'read-audit': { roles: ['owner', 'viewer'], what: 'read the audit log' },
  'read-mails': { roles: ['owner', 'viewer'], what: 'see mails' },
  'export-mails': { roles: owner, what: 'export mails', asksAgain: true },
  // A mail may have a link that signs in.
  'read-mail-text': { roles: owner, what: 'read the text of mails' },
  'retry-mail': { roles: owner, what: 'send mails again' },
  'read-settings': { roles: owner, what: 'see the settings' },
} as const satisfies Record<string, Right>;

export type OperatorVerb = keyof typeof operatorRights;

type Known = Pick<Caller, 'kind' | 'person' | 'operator'>;

/** The role whose rights a caller has; null for callers who are no operators. */
export function operatorRoleOf({
  person,
  operator,
}: Pick<Known, 'person' | 'operator'>): OperatorRole | null {
  if (person) return person.operatorRole;
  return operator ? 'owner' : null;
}

export function mayDo(caller: Pick<Known, 'person' | 'operator'>, verb: OperatorVerb): boolean {
  const role = operatorRoleOf(caller);
  return role !== null && rightOf(verb).roles.includes(role);
}

/** Refuses callers who may not do it, or have to confirm that it is them. Guests learn that they have to sign in. */
export function requireRight(caller: Known, verb: OperatorVerb): void {
  if (mayDo(caller, verb)) {
    if (rightOf(verb).asksAgain) refuseUnlessConfirmed(caller, Date.now());
    return;
  }
  const isSignedOut = caller.kind === 'guest' && !caller.person;
  throw new Problem(isSignedOut ? 'operator-required' : 'forbidden', rightSentence(verb));
}

/** Who may do it. */
export function rightSentence(verb: OperatorVerb): string {
  const { roles, what } = rightOf(verb);
  const named =
    roles.length === 1 ? `role ${roles[0]}` : `roles ${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`;
  return `Only operators with the ${named} can ${what}.`;
}

function rightOf(verb: OperatorVerb): Right {
  return operatorRights[verb];
}
