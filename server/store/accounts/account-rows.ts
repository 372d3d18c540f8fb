import type { KeyAccess } from '../../../lib/account/key-access.ts';
import type { EntryKind } from '../../../lib/ledger/purse.ts';
import type { MemberRole } from '../../../lib/account/roles.ts';
import type { OperatorRole } from '../../../lib/account/session.ts';
import type { ActivePerson } from '../people/read-people.ts';

/** What a key may do. */
export interface KeyScope {
  access: KeyAccess;
  /** By `Product.key`; null for all. */
  products: readonly number[] | null;
}

/** A key that is not revoked, as requests need it. */
export interface ActiveKey {
  key: number;
  id: string;
  accountId: string;
  operator: boolean;
  expiresAtMs: number | null;
  /** Set unless it may call every product. */
  scope?: KeyScope;
  /** Set while its account is suspended. */
  suspended?: true;
  /** The person whose role this operator key has; absent for keys of the command line. */
  operatorPerson?: { key: number; role: OperatorRole };
  /** The member whose key it is; null for a key that belongs to no person. */
  member: { key: number; personKey: number; role: MemberRole } | null;
}

/** A session stands for a key or a person. */
export type ActiveSession = { key: ActiveKey; openedAtMs: number } | { person: ActivePerson };

export interface KeyTerms {
  hasCap: boolean;
  hasScope: boolean;
  expiresAtMs: number | null;
}

export interface ScopedProduct {
  id: string;
  slug: string;
  name: string;
}

export interface KeyRow {
  id: string;
  name: string;
  hint: string;
  operator: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Until when the secret of before the last rotation works. */
  earlierEndsAt: Date | null;
  capDay: bigint | null;
  capMonth: bigint | null;
  capTotal: bigint | null;
  access: KeyAccess;
  products: ScopedProduct[] | null;
  /** Whose key it is; null if it belongs to no person. */
  person: { id: string; name: string } | null;
  /** Of a key that a person granted to an agent. */
  clientId: string | null;
  clientName: string | null;
  spending: { period: string; credits: bigint }[];
}

export interface KeyOwner {
  personKey: number | null;
  operator: boolean;
  /** The person whose role an operator key has. */
  operatorPersonKey: number | null;
  /** Set if it is granted to an agent. */
  clientId: string | null;
}

/** A code, access token or refresh token of an agent. */
export interface ClientTokenRow {
  kind: string;
  expiresAt: Date;
  usedAt: Date | null;
  redirectUri: string | null;
  codeChallenge: string | null;
  apiKey: { key: number; id: string; clientId: string | null; expiresAt: Date | null };
}

export interface KeyNames {
  account: { id: string; name: string };
  key: { id: string; name: string; hint: string };
}

export interface AccountRow {
  id: string;
  name: string;
  createdAt: Date;
  posted: number;
  pending: number;
  activeKeys: number;
}

export interface AccountSummary extends AccountRow {
  key: number;
  suspendedAt: Date | null;
  closedAt: Date | null;
  /** Credits in this month (UTC). */
  spent: number;
  /** The day of its last call that ended; null without one. */
  lastDay: string | null;
}

export interface AccountFilter {
  /** An id, or a part of a name. */
  text: string | undefined;
  /** Undefined: all. `open`: not closed, or with this id. A closed account is not among the suspended ones. */
  state?: 'open' | 'suspended' | 'closed';
}

export interface OwnedKeyRow
  extends Omit<
    KeyRow,
    'spending' | 'person' | 'access' | 'products' | 'earlierEndsAt' | 'clientId' | 'clientName'
  > {
  account: { id: string; name: string };
}

/** An API key of any account. */
export interface KeyOfAllRow {
  id: string;
  name: string;
  hint: string;
  operator: boolean;
  account: { id: string; name: string };
  /** The member whose key it is, or the operator who made an operator key. */
  person: { id: string; name: string } | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

export interface KeyFilter {
  accountId: string | undefined;
  /** An id, the last letters, or a part of a name. */
  text: string | undefined;
  state: 'active' | 'revoked' | undefined;
  operators: boolean;
}

export interface EntryFilter {
  accountId: string | undefined;
  /** `issued`: all but charges. */
  kind: EntryKind | 'issued' | undefined;
}

/** An entry of the ledger in the purse of a caller. */
export interface EntryRow {
  id: number;
  amount: number;
  kind: EntryKind;
  at: Date;
  reason: string | null;
  callId: string | null;
  purseId: string;
}
