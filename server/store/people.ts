import type { Transport } from '../../lib/account/passkeys.ts';
import type { MemberRole } from '../../lib/account/member-role.ts';
import type { OperatorRole } from '../../lib/account/operator-role.ts';
import type { PageOf, PageWish } from './page.ts';

/** A person by session, as requests need it. */
export interface ActivePerson {
  key: number;
  id: string;
  operatorRole: OperatorRole | null;
  sessionId: string;
  expiresAtMs: number;
  lastSeenAtMs: number;
  /** 0 if it never was. */
  confirmedAtMs: number;
  /** When the mailed code was entered with which the session began; 0 if it began otherwise. */
  mailedCodeAtMs: number;
  /** The account in which the person acts; null for a person of no account. */
  member: ActiveMember | null;
  /** The account that an operator sees as its members do. */
  sees: SeenAccount | null;
}

export interface SeenAccount {
  account: { id: string; name: string };
  untilMs: number;
}

export interface ActiveMember {
  key: number;
  role: MemberRole;
  accountId: string;
  /** Set if the account is suspended: then the person reads and takes away, and adds nothing. */
  suspended?: true;
}

export interface PersonRow {
  key: number;
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
  operatorRole: OperatorRole | null;
}

export interface PersonSummary {
  key: number;
  id: string;
  email: string;
  name: string;
  operatorRole: OperatorRole | null;
  hasPassword: boolean;
  createdAt: Date;
  erasedAt: Date | null;
  /** Those that have not expired. */
  sessions: number;
  lastSeenAt: Date | null;
}

export interface PersonFilter {
  /** An id, a part of a name, or an address. */
  text: string | undefined;
  /** Whether a part of an address is enough. With parts, an address that is masked could be found letter by letter. */
  partsOfAddress: boolean;
  operators: boolean;
}

export interface SessionRow {
  id: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export interface SecondFactorRow {
  /** Encrypted. */
  secret: string;
  /** Null while it does not count. */
  confirmedAt: Date | null;
}

export interface PasskeyRow {
  id: string;
  credentialId: string;
  transports: Transport[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface GuestHistory {
  /** As in the rows of calls. */
  owner: string;
  lastCallKey: number;
}

export interface IdentityRow {
  id: string;
  issuer: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface People {
  hasOperator(): Promise<boolean>;
  /** By the key of the address. */
  findByEmail(emailKey: string): Promise<PersonRow | undefined>;
  read(key: number): Promise<PersonRow>;
  page(filter: PersonFilter, wish: PageWish, now: Date): Promise<PageOf<PersonSummary>>;
  summary(id: string, now: Date): Promise<PersonSummary | undefined>;
  /** The names of people by id. */
  namesOf(ids: string[]): Promise<Map<string, string>>;
  secondFactorOf(personKey: number): Promise<SecondFactorRow | undefined>;
  /** The oldest first. */
  passkeysOf(personKey: number): Promise<PasskeyRow[]>;
  findPasskey(credentialId: string): Promise<{ personKey: number; publicKey: string } | undefined>;
  /** The oldest first. */
  identitiesOf(personKey: number): Promise<IdentityRow[]>;
  findIdentity(issuer: string, subject: string): Promise<{ personKey: number } | undefined>;
  /** Whether there is a link that can be used. */
  hasLink(kind: 'setup' | 'password', hash: string, now: Date): Promise<boolean>;
  /** The address of a link to register that can be used. */
  findRegistration(hash: string, now: Date): Promise<string | undefined>;
  /** The calls that a person made as a guest before they signed up. */
  guestHistoryOf(personKey: number): Promise<GuestHistory | undefined>;
  countRecoveryCodes(personKey: number): Promise<number>;
  /** The person of a challenge that has not expired. */
  findChallenge(kind: 'sign-in', hash: string, now: Date): Promise<number | undefined>;
  /** Those that have not expired, the last used ones first. */
  sessionsOf(personKey: number, now: Date): Promise<SessionRow[]>;
}
