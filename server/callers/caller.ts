import { Problem } from '../../lib/problem/problem.ts';
import type { MemberRole } from '../../lib/account/roles.ts';
import type { OperatorRole } from '../../lib/account/session.ts';
import type { ActiveKey, KeyScope } from '../store/accounts/account-rows.ts';
import type { ActiveMember, SeenAccount } from '../store/people/read-people.ts';
import type { Author } from '../store/author.ts';

/** The identity of a request: the purse that pays, and the owner of the history. */
export interface Caller {
  kind: 'account' | 'guest';
  /** `acc_…`, or `guest_` with a keyed hash of the network. */
  purse: string;
  /** The daily credits of a guest; null for accounts. */
  allowance: number | null;
  /** The owner of the call's history: `acc_…`, `anon_…` (the cookie), or none. */
  owner: string | null;
  /** The scope of idempotency keys: account, cookie or network. */
  idempotencyScope: string;
  apiKey: CallingKey | null;
  /** Set if a person is signed in. */
  person: SignedInPerson | null;
  /** The member of the account who calls, signed in or with a key of theirs. */
  member: CallingMember | null;
  operator: boolean;
  /** The account that an operator sees as its members do. Then the caller only reads, and is no person. */
  seeing?: SeenAccount & { by: string };
}

export interface CallingKey extends Pick<ActiveKey, 'key' | 'id' | 'operatorPerson'> {
  /** Set unless it may call every product. */
  scope?: KeyScope;
  /** When it was entered in the browser whose session stands for it; absent if the request has the key. */
  enteredAtMs?: number;
}

export interface CallingMember {
  key: number;
  personKey: number;
  role: MemberRole;
  /** Set if the account is suspended. Its keys are refused before they become callers. */
  suspended?: true;
}

export interface SignedInPerson {
  key: number;
  id: string;
  sessionId: string;
  /** When the person last proved who they are. */
  confirmedAtMs: number;
  /** When the mailed code was entered with which the session began; 0 if it began otherwise. */
  mailedCodeAtMs: number;
  operatorRole: OperatorRole | null;
  /** The name of the account that was closed under the person. */
  closedAccount?: string;
}

/** Who causes what this caller changes, for the audit log. */
export function authorOf({ person, apiKey }: Caller, requestId: string): Author {
  if (person) return { kind: 'person', id: person.id, requestId, sessionId: person.sessionId };
  if (apiKey) return { kind: 'key', id: apiKey.id, requestId };
  return { kind: 'portal', id: null, requestId };
}

export function accountCaller({
  key,
  id,
  accountId,
  operator,
  member,
  scope,
  operatorPerson,
}: ActiveKey): Caller {
  return {
    kind: 'account',
    purse: accountId,
    allowance: null,
    owner: accountId,
    idempotencyScope: accountId,
    apiKey: { key, id, ...(scope && { scope }), ...(operatorPerson && { operatorPerson }) },
    person: null,
    member,
    operator,
  };
}

/** A person who acts in an account. */
export function memberCaller(person: SignedInPerson, { accountId, ...member }: ActiveMember): Caller {
  return {
    kind: 'account',
    purse: accountId,
    allowance: null,
    owner: accountId,
    idempotencyScope: accountId,
    apiKey: null,
    person,
    member: { ...member, personKey: person.key },
    operator: person.operatorRole !== null,
  };
}

/** No member has these keys. */
const nobody = { key: 0, personKey: 0 };

/** An operator who sees an account as its members do: as a member who only reads. */
export function seeingCaller(seen: SeenAccount, by: string): Caller {
  const { id } = seen.account;
  return {
    kind: 'account',
    purse: id,
    allowance: null,
    owner: id,
    idempotencyScope: id,
    apiKey: null,
    person: null,
    member: { ...nobody, role: 'viewer' },
    operator: false,
    seeing: { ...seen, by },
  };
}

/** All invalid keys get the same message: it must not reveal which keys existed. */
export function invalidKey(detail = 'The Authorization header does not contain a valid API key.'): Problem {
  return new Problem('invalid-key', detail, [], {
    'www-authenticate': 'Bearer realm="Farebox", error="invalid_token"',
  });
}

const suspendedCallers = new WeakMap<object, Caller>();

/** For every request by a key of a suspended account, and what its members would add. */
export function accountSuspended(key?: ActiveKey): Problem {
  const problem = new Problem(
    'account-suspended',
    'This account is suspended. Ask the operator of this portal for the reason.',
  );
  if (key) suspendedCallers.set(problem, accountCaller(key));
  return problem;
}

/** Whose request was refused because the account of its key is suspended. */
export function suspendedCaller(error: unknown): Caller | undefined {
  return error instanceof Problem ? suspendedCallers.get(error) : undefined;
}
