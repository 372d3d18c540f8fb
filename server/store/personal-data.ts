import type { Watched } from '../../lib/account/alerts.ts';
import type { MemberRole } from '../../lib/account/member-role.ts';
import type { RefusedCallRow } from './calls.ts';
import type { MemberCaps } from './member-changes.ts';

/** What is stored of a person, beside what `People`, `Calls` and `AuditLog` read. Values have no secrets. */
export interface PersonalData {
  /** Also those that have ended. */
  memberships(personKey: number): Promise<MembershipRow[]>;
  keys(personKey: number): Promise<OwnKeyRow[]>;
  /** That send a mail to the person. */
  alerts(personKey: number): Promise<ReceivedAlertRow[]>;
  /** To the address, as far as it is known to be the person's. */
  invitations(of: AddressOfPerson): Promise<ReceivedInvitationRow[]>;
  /** The same. */
  mails(of: AddressOfPerson): Promise<ReceivedMailRow[]>;
  /** Of the person as a member. */
  refusedCalls(personKey: number): Promise<(RefusedCallRow & { accountId: string })[]>;
}

export interface AddressOfPerson {
  personKey: number;
  emailKey: string;
}

interface NamedAccount {
  id: string;
  name: string;
}

export interface MembershipRow extends MemberCaps {
  key: number;
  account: NamedAccount;
  role: MemberRole;
  joinedAt: Date;
  removedAt: Date | null;
  spending: { day: string; credits: number }[];
}

export interface OwnKeyRow {
  id: string;
  name: string;
  hint: string;
  account: NamedAccount;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

export interface ReceivedAlertRow {
  id: string;
  account: NamedAccount;
  watches: Watched;
  credits: number;
  createdAt: Date;
}

export interface ReceivedInvitationRow {
  id: string;
  account: NamedAccount;
  role: MemberRole;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface ReceivedMailRow {
  id: string;
  kind: string;
  createdAt: Date;
  sentAt: Date | null;
}
