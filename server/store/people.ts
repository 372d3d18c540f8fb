import type { MemberRole } from '../../lib/account/member-role.ts';
import type { OperatorRole } from '../../lib/account/operator-role.ts';

/** A person by session, as requests need it. */
export interface ActivePerson {
  key: number;
  id: string;
  operatorRole: OperatorRole | null;
  sessionId: string;
  expiresAtMs: number;
  lastSeenAtMs: number;
  /** The account in which the person acts; null for a person of no account. */
  member: ActiveMember | null;
}

export interface ActiveMember {
  key: number;
  role: MemberRole;
  accountId: string;
}

export interface PersonRow {
  key: number;
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
  operatorRole: OperatorRole | null;
}

export interface SessionRow {
  id: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export interface People {
  hasOperator(): Promise<boolean>;
  /** By the key of the address. */
  findByEmail(emailKey: string): Promise<PersonRow | undefined>;
  read(key: number): Promise<PersonRow>;
  /** Those that have not expired, the last used ones first. */
  sessionsOf(personKey: number, now: Date): Promise<SessionRow[]>;
}
