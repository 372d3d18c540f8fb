import type { MemberRole } from '../../lib/account/member-role.ts';
import type { MemberCaps } from './member-changes.ts';

export interface MemberRow {
  personId: string;
  name: string;
  email: string;
  role: MemberRole;
  joinedAt: Date;
  caps: MemberCaps;
  /** Credits that are spent or on hold. */
  spent: { day: number; month: number; total: number };
}

export interface InvitationRow {
  id: string;
  role: MemberRole;
  caps: MemberCaps;
  email: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface OwnAccountRow {
  id: string;
  name: string;
  role: MemberRole;
}

export interface Members {
  /** At most this many, those who joined first. `day` is today, such as 2026-11-21. */
  list(accountId: string, day: string, most: number): Promise<{ rows: MemberRow[]; total: number }>;
  /** Those that can be used, the newest first. */
  openInvitations(accountId: string, now: Date): Promise<InvitationRow[]>;
  /** The invitation of a link that can be used. */
  findInvitation(
    hash: string,
    now: Date,
  ): Promise<(InvitationRow & { account: { id: string; name: string } }) | undefined>;
  /** The accounts of a person, by name. */
  accountsOf(personKey: number): Promise<OwnAccountRow[]>;
  /** The name of an account that exists. */
  readAccount(id: string): Promise<{ id: string; name: string }>;
  /** The person of a member. */
  readPerson(memberKey: number): Promise<{ id: string; name: string }>;
}
