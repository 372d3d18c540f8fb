import type { Caps } from '../../../lib/ledger/caps.ts';
import { watched, type Watched } from '../../../lib/account/alerts.ts';
import { memberRole } from '../../../lib/account/members.ts';
import type { MemberRole } from '../../../lib/account/roles.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { capsOf } from '../accounts/read-members.ts';
import { refusedOfPerson } from '../calls/read-refused.ts';
import { kindsOfPersonMails } from '../messages/queue-mail.ts';

const account = { select: { id: true, name: true } } as const;

/** What is stored of a person, beside what `People`, `Calls` and `AuditLog` read. Values have no secrets. */
export class PersonalData {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** Also those that have ended. */
  async memberships(personKey: number): Promise<MembershipRow[]> {
    const rows = await this.#database.member.findMany({
      where: { personKey },
      orderBy: { key: 'asc' },
      include: { account, spending: { select: { day: true, credits: true }, orderBy: { day: 'asc' } } },
    });
    return rows.map(({ key, account: of, role, joinedAt, removedAt, spending, ...caps }) => ({
      key,
      account: of,
      joinedAt,
      removedAt,
      ...capsOf(caps),
      role: memberRole.parse(role),
      spending: spending.map(({ day, credits }) => ({ day, credits: Number(credits) })),
    }));
  }

  keys(personKey: number): Promise<OwnKeyRow[]> {
    const times = { createdAt: true, lastUsedAt: true, expiresAt: true, revokedAt: true };
    return this.#database.apiKey.findMany({
      where: { OR: [{ personKey }, { operatorPersonKey: personKey }] },
      orderBy: { key: 'asc' },
      select: { id: true, name: true, hint: true, account, ...times },
    });
  }

  /** That send a mail to the person. */
  async alerts(personKey: number): Promise<ReceivedAlertRow[]> {
    const rows = await this.#database.alert.findMany({
      where: { recipients: { some: { personKey } } },
      orderBy: { key: 'asc' },
      select: { id: true, accountKey: true, watches: true, credits: true, createdAt: true },
    });
    const accounts = await this.#database.account.findMany({
      where: { key: { in: rows.map(({ accountKey }) => accountKey) } },
      select: { key: true, ...account.select },
    });
    const accountOf = new Map(accounts.map(({ key, ...of }) => [key, of]));
    return rows.flatMap(({ accountKey, watches, credits, ...row }) => {
      const of = accountOf.get(accountKey);
      return of ? { ...row, account: of, watches: watched.parse(watches), credits: Number(credits) } : [];
    });
  }

  /** To the address, as far as it is known to be the person's. */
  async invitations({ personKey, emailKey }: AddressOfPerson): Promise<ReceivedInvitationRow[]> {
    const found = await this.#database.$queryRaw<{ hash: string }[]>`
      SELECT "hash" FROM "Invitation" WHERE lower("email") = ${emailKey}`;
    const ofOwn = { account: { members: { some: { personKey } } } };
    const rows = await this.#database.invitation.findMany({
      where: {
        hash: { in: found.map(({ hash }) => hash) },
        ...(!(await this.#isProven(personKey)) && ofOwn),
      },
      orderBy: { createdAt: 'asc' },
      select: { id: true, account, role: true, createdAt: true, expiresAt: true, usedAt: true },
    });
    return rows.map(({ role, ...row }) => ({ ...row, role: memberRole.parse(role) }));
  }

  /** The same. */
  async mails({ personKey, emailKey }: AddressOfPerson): Promise<ReceivedMailRow[]> {
    const found = await this.#database.$queryRaw<{ key: number }[]>`
      SELECT "key" FROM "Mail" WHERE lower("to") = ${emailKey}`;
    const ofPerson = { kind: { in: kindsOfPersonMails } };
    return this.#database.mail.findMany({
      where: {
        key: { in: found.map(({ key }) => Number(key)) },
        ...(!(await this.#isProven(personKey)) && ofPerson),
      },
      orderBy: { key: 'asc' },
      select: { id: true, kind: true, createdAt: true, sentAt: true },
    });
  }

  /** What the person accepted for accounts. */
  async acceptedTerms(personId: string): Promise<AcceptedTermsRow[]> {
    const rows = await this.#database.termsAcceptance.findMany({
      where: { acceptedById: personId },
      orderBy: { key: 'asc' },
      select: { account, number: true, acceptedAt: true, page: { select: { slug: true, title: true } } },
    });
    return rows.map(({ number: version, page: { slug: page, title }, ...row }) => ({
      ...row,
      ...{ page, title, version },
    }));
  }

  /** Of the person as a member. */
  refusedCalls(personKey: number) {
    return refusedOfPerson(this.#database, personKey);
  }

  /** An address that is not proved may belong to somebody else, and so may the mails to it. */
  async #isProven(key: number): Promise<boolean> {
    return (await this.#database.person.count({ where: { key, addressProvenAt: { not: null } } })) > 0;
  }
}

interface AddressOfPerson {
  personKey: number;
  emailKey: string;
}

interface NamedAccount {
  id: string;
  name: string;
}

export interface MembershipRow extends Caps {
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

interface AcceptedTermsRow {
  account: NamedAccount;
  page: string;
  title: string;
  version: number;
  acceptedAt: Date;
}

interface ReceivedAlertRow {
  id: string;
  account: NamedAccount;
  watches: Watched;
  credits: number;
  createdAt: Date;
}

interface ReceivedInvitationRow {
  id: string;
  account: NamedAccount;
  role: MemberRole;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

interface ReceivedMailRow {
  id: string;
  kind: string;
  createdAt: Date;
  sentAt: Date | null;
}
