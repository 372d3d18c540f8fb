import type { KeyAccess } from '../../lib/account/api-keys.ts';
import type { EntryKind } from '../../lib/account/credit-account.ts';
import type { MemberRole } from '../../lib/account/member-role.ts';
import type { OperatorRole } from '../../lib/account/operator-role.ts';
import type { Caps } from './caps.ts';
import type { PageOf, PageWish } from './page.ts';
import type { ActivePerson } from './people.ts';

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
  apiKey: { key: number; id: string; clientId: string | null };
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
}

export interface AccountFilter {
  /** An id, or a part of a name. */
  text: string | undefined;
  suspended: boolean;
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

export interface Accounts {
  /** By the hash of the key. Does not find revoked keys. */
  findKey(hash: string): Promise<ActiveKey | undefined>;
  /** By the hash of its token. It ends with its key, if not before. */
  findSession(hash: string): Promise<ActiveSession | undefined>;
  /** The key of an access token, by the hash of that. It expires with the token, if not before. */
  findKeyOfToken(hash: string): Promise<ActiveKey | undefined>;
  /** A token of an agent, used or not, unless its key has ended. */
  findClientToken(hash: string): Promise<ClientTokenRow | undefined>;
  /** Ids of some keys that were granted to an agent which did not collect its code in time. Lists leave them out. */
  uncollectedGrants(): Promise<string[]>;
  /** Active keys first, then the newest revoked ones, with their spending in these periods. */
  /** Those of one person, if one is named. */
  listKeys(
    accountId: string,
    periods: string[],
    most: number,
    personKey?: number,
  ): Promise<{ rows: KeyRow[]; total: number }>;
  /** Whose key it is: a person's key, or null for nobody's. Undefined if the account has no such key. */
  findKeyOwner(accountId: string, id: string): Promise<KeyOwner | undefined>;
  /** The id of the account that has a key. */
  findAccountOfKey(id: string): Promise<string | undefined>;
  readTerms(key: number): Promise<KeyTerms>;
  readNames(key: number): Promise<KeyNames>;
  /** Of the products that it may call; null for all. */
  readScope(key: number): Promise<{ access: KeyAccess; products: ScopedProduct[] | null }>;
  find(idOrName: string): Promise<{ id: string; name: string }[]>;
  /** At most this many. */
  names(most: number): Promise<{ id: string; name: string }[]>;
  page(filter: AccountFilter, wish: PageWish): Promise<PageOf<AccountSummary>>;
  pageOfKeys(filter: KeyFilter, wish: PageWish): Promise<PageOf<KeyOfAllRow>>;
  /** A page considers a limited number of entries, and may have fewer rows. */
  pageOfEntries(filter: EntryFilter, wish: PageWish): Promise<PageOf<EntryRow>>;
  isSuspended(id: string): Promise<boolean>;
  summary(id: string): Promise<AccountSummary | undefined>;
  /** The caps of an account, and what it has spent in these periods, which are counted while it has a cap. */
  readSpending(id: string, periods: string[]): Promise<{ caps: Caps; spent: Map<string, number> }>;
  /** The names of accounts by id. */
  namesOf(ids: string[]): Promise<Map<string, string>>;
  /** The names of API keys by id. */
  keyNamesOf(ids: string[]): Promise<Map<string, string>>;
  /** By name. */
  listAccounts(): Promise<AccountRow[]>;
  /** Of one account or all, oldest first. */
  listAllKeys(accountId?: string): Promise<OwnedKeyRow[]>;
  activeKeyIds(): Promise<string[]>;
}
