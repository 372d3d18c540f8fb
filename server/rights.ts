import type { OperatorRole } from '../lib/account/session.ts';
import { Problem } from '../lib/problem/problem.ts';
import type { Caller, CallingKey } from './callers/caller.ts';
import type { Author, NeedWhere } from './store/author.ts';
import { refuseUnlessConfirmed } from './callers/require-role.ts';

interface Right {
  roles: readonly OperatorRole[];
  /** What nobody else may do, after "Only operators with the role … can". */
  what: string;
  /** Moves money, roles, secrets or exports: who signed in a while ago is asked again. */
  asksAgain?: true;
  /** Belongs to a session, which an API key does not have. */
  needsSession?: true;
}

const all = ['owner', 'publisher', 'finance', 'viewer'] as const;
const owner = ['owner'] as const;

/** What operators do, and the roles that may. Operator keys of the command line have the rights of an owner. */
export const operatorRights = {
  'read-metrics': { roles: all, what: 'read metrics' },
  'read-offline-products': { roles: all, what: 'list offline products' },
  'read-overview': { roles: all, what: 'see the overview' },
  'dismiss-item': { roles: ['owner', 'publisher', 'finance'], what: 'dismiss what needs attention' },
  'read-calls': { roles: all, what: 'see the calls of others' },
  'export-calls': { roles: owner, what: 'export the calls of others', asksAgain: true },
  'read-money': { roles: ['owner', 'finance', 'viewer'], what: 'see the credits of the portal' },
  'read-accounts': { roles: ['owner', 'finance', 'viewer'], what: 'see accounts' },
  'export-accounts': {
    roles: ['owner', 'finance'],
    what: 'export accounts, API keys and the ledger',
    asksAgain: true,
  },
  'see-as': {
    roles: ['owner', 'finance', 'viewer'],
    what: 'see an account as its members do',
    asksAgain: true,
    needsSession: true,
  },
  'end-see-as': { roles: all, what: 'stop seeing an account as its members do', needsSession: true },
  'create-account': { roles: ['owner', 'finance'], what: 'create accounts', asksAgain: true },
  'invite-member': { roles: ['owner', 'finance'], what: 'invite people to accounts', asksAgain: true },
  'invite-to-used-account': {
    roles: owner,
    what: 'invite people to accounts that have members',
    asksAgain: true,
  },
  'withdraw-invitation': { roles: ['owner', 'finance'], what: 'withdraw invitations' },
  'suspend-account': { roles: ['owner', 'finance'], what: 'suspend accounts' },
  'close-account': { roles: owner, what: 'close and reopen accounts', asksAgain: true },
  'rename-account': { roles: ['owner', 'finance'], what: 'rename accounts' },
  'cap-account': { roles: ['owner', 'finance'], what: 'limit what accounts spend', asksAgain: true },
  'create-account-key': { roles: ['owner', 'finance'], what: 'create API keys of accounts', asksAgain: true },
  'revoke-account-key': { roles: ['owner', 'finance'], what: 'revoke API keys of accounts' },
  'create-operator-key': { roles: owner, what: 'create API keys of operators', asksAgain: true },
  // Also by suspending its account.
  'revoke-operator-key': { roles: owner, what: 'revoke API keys of operators' },
  'grant-credits': { roles: ['owner', 'finance'], what: 'grant and correct credits', asksAgain: true },
  'set-product-status': { roles: ['owner', 'publisher'], what: 'take products online and offline' },
  'import-api': { roles: ['owner', 'publisher'], what: 'import APIs' },
  'try-product': { roles: ['owner', 'publisher'], what: 'try products without charge' },
  'publish-product': { roles: ['owner', 'publisher'], what: 'publish products', asksAgain: true },
  'read-product-access': { roles: all, what: 'see which accounts are chosen for products' },
  'change-product-access': {
    roles: ['owner', 'publisher', 'finance'],
    what: 'choose accounts for products',
    asksAgain: true,
  },
  'read-pages': { roles: all, what: 'see the versions of pages' },
  'write-pages': { roles: ['owner', 'publisher'], what: 'write pages of the portal', asksAgain: true },
  'read-credentials': { roles: ['owner', 'publisher'], what: 'see which upstream credentials are set' },
  'set-credential': { roles: owner, what: 'set upstream credentials', asksAgain: true },
  'allow-upstream': { roles: owner, what: 'allow private addresses', asksAgain: true },
  'read-people': { roles: ['owner', 'viewer'], what: 'see people' },
  'export-people': { roles: owner, what: 'export people', asksAgain: true },
  'export-person': { roles: owner, what: 'export the data of a person', asksAgain: true },
  'erase-person': { roles: owner, what: 'erase people', asksAgain: true },
  'change-person': { roles: owner, what: 'change names and addresses of people', asksAgain: true },
  'create-person': { roles: owner, what: 'create operators', asksAgain: true },
  'set-operator-role': { roles: owner, what: 'change roles', asksAgain: true },
  'end-sessions': { roles: owner, what: 'end the sessions of others' },
  'reset-factors': { roles: owner, what: 'remove the second factor of others', asksAgain: true },
  'make-password-link': { roles: owner, what: 'make links to choose a password', asksAgain: true },
  'read-audit': { roles: ['owner', 'viewer'], what: 'read the audit log' },
  'export-audit': { roles: owner, what: 'export the audit log', asksAgain: true },
  'read-mails': { roles: ['owner', 'viewer'], what: 'see mails' },
  'export-mails': { roles: owner, what: 'export mails', asksAgain: true },
  // A mail may have a link that signs in.
  'read-mail-text': { roles: owner, what: 'read the text of mails', asksAgain: true },
  'retry-mail': { roles: owner, what: 'send mails again' },
  'read-backups': { roles: owner, what: 'see the backups' },
  'make-backup': { roles: owner, what: 'make backups' },
  'restore-backup': { roles: owner, what: 'go back to a backup', asksAgain: true },
  'read-settings': { roles: owner, what: 'see the settings' },
  'change-face': { roles: owner, what: 'change what the portal shows of itself', asksAgain: true },
} as const satisfies Record<string, Right>;

export type OperatorVerb = keyof typeof operatorRights;

export type Operating = Pick<Caller, 'person' | 'operator'> & {
  apiKey: Pick<CallingKey, 'operatorPerson' | 'enteredAtMs'> | null;
};
type Known = Operating & Pick<Caller, 'kind'>;

/** The role whose rights a caller has; null for callers who are no operators. */
export function operatorRoleOf({ person, apiKey, operator }: Operating): OperatorRole | null {
  if (person) return person.operatorRole;
  return operator ? (apiKey?.operatorPerson?.role ?? 'owner') : null;
}

export function mayDo(caller: Operating, verb: OperatorVerb): boolean {
  const role = operatorRoleOf(caller);
  return role !== null && rightOf(verb).roles.includes(role);
}

export function rolesFor(verb: OperatorVerb): readonly OperatorRole[] {
  return rightOf(verb).roles;
}

/** Refuses callers who may not do it, or have to confirm that it is them. Guests learn that they have to sign in. */
export function requireRight(caller: Known, verb: OperatorVerb, what?: string): void {
  if (mayDo(caller, verb)) {
    if (rightOf(verb).needsSession && !caller.person)
      throw new Problem(
        'sign-in-required',
        `An API key cannot ${rightOf(verb).what}, because it belongs to a session: sign in with your email address.`,
      );
    if (rightOf(verb).asksAgain) refuseUnlessConfirmed(caller, Date.now());
    return;
  }
  const isSignedOut = caller.kind === 'guest' && !caller.person;
  throw new Problem(isSignedOut ? 'operator-required' : 'forbidden', rightSentence(verb, what));
}

/** Who may do it, or a part of it that is named apart. */
export function rightSentence(verb: OperatorVerb, what = rightOf(verb).what): string {
  const { roles } = rightOf(verb);
  const named =
    roles.length === 1 ? `role ${roles[0]}` : `roles ${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`;
  return `Only operators with the ${named} can ${what}.`;
}

/** Somebody who does all of it. That they still may is checked when the change is written. */
export function operatorAuthor(
  author: Author,
  verbs: OperatorVerb[],
  where?: Pick<NeedWhere, 'account' | 'has'> & { right: OperatorVerb },
): Author {
  const operatorRoles = all.filter((role) => verbs.every((verb) => rightOf(verb).roles.includes(role)));
  if (!where) return { ...author, needs: { operatorRoles } };
  const { right, ...state } = where;
  const also = { ...state, operatorRoles: rolesFor(right), refusal: rightSentence(right) };
  return { ...author, needs: { operatorRoles, also } };
}

function rightOf(verb: OperatorVerb): Right {
  return operatorRights[verb];
}
