import type { Caps } from '../../../lib/ledger/caps.ts';
import { memberRole } from '../../../lib/account/members.ts';
import type { MemberRole } from '../../../lib/account/roles.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { isValidStill } from './invitation-jobs.ts';

interface StoredCaps {
  capDay: bigint | null;
  capMonth: bigint | null;
  capTotal: bigint | null;
}

interface StoredInvitation extends StoredCaps {
  id: string;
  accountKey: number;
  invitedBy: number | null;
  role: string;
  email: string | null;
  createdAt: Date;
  expiresAt: Date;
}

interface SpentSums {
  memberKey: bigint | number;
  day: bigint | number;
  month: bigint | number;
  total: bigint | number;
}

export class Members {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** At most this many, those who joined first. `day` is today, such as 2026-11-21. */
  async list(accountId: string, day: string, most: number): Promise<{ rows: MemberRow[]; total: number }> {
    const { member } = this.#database;
    const where = { account: { id: accountId }, removedAt: null };
    const members = await member.findMany({
      where,
      orderBy: [{ joinedAt: 'asc' }, { key: 'asc' }],
      take: most,
      include: { person: { select: { id: true, name: true, email: true } } },
    });
    const total = members.length < most ? members.length : await member.count({ where });
    const spent = await this.#spent(
      members.map(({ key }) => key),
      day,
    );
    const rows = members.map(({ key, person: { id, name, email }, role, joinedAt, ...caps }) => ({
      personId: id,
      name,
      email,
      joinedAt,
      role: memberRole.parse(role),
      caps: capsOf(caps),
      spent: spent.get(key) ?? { day: 0, month: 0, total: 0 },
    }));
    return { rows, total };
  }

  /** Those that can be used, the newest first. */
  async openInvitations(accountId: string, now: Date): Promise<InvitationRow[]> {
    const rows = await this.#database.invitation.findMany({
      where: { account: { id: accountId }, usedAt: null, withdrawnAt: null, expiresAt: { gt: now } },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    });
    const usable = await this.#usable(rows);
    return usable.map(invitationOf);
  }

  /** The invitation of a link that can be used. */
  async findInvitation(hash: string, now: Date) {
    const row = await this.#database.invitation.findUnique({
      where: { hash, usedAt: null, withdrawnAt: null, expiresAt: { gt: now } },
      include: { account: { select: { id: true, name: true } } },
    });
    const [usable] = await this.#usable(row ? [row] : []);
    if (!usable) return undefined;
    const { account, invitedBy: inviterKey, triedAddresses } = usable;
    const inviter =
      inviterKey === null ? null : await this.#database.person.findUnique({ where: { key: inviterKey } });
    const operatorRole = inviter?.operatorRole ?? null;
    return { ...invitationOf(usable), account, inviterKey, operatorRole, triedAddresses };
  }

  /** Those whose makers may still make them. */
  async #usable<Row extends StoredInvitation>(rows: Row[]): Promise<Row[]> {
    const inviters = await this.#database.member.findMany({
      where: {
        accountKey: { in: rows.map(({ accountKey }) => accountKey) },
        personKey: { in: rows.flatMap(({ invitedBy }) => invitedBy ?? []) },
        removedAt: null,
      },
    });
    return rows.filter(({ accountKey, invitedBy, role }) => {
      const inviter = inviters.find((one) => one.accountKey === accountKey && one.personKey === invitedBy);
      return isValidStill({ inviterKey: invitedBy, inviterRole: inviter?.role ?? null, role });
    });
  }

  /** The accounts of a person, by name. */
  async accountsOf(personKey: number): Promise<OwnAccountRow[]> {
    const rows = await this.#database.member.findMany({
      where: { personKey, removedAt: null },
      select: { role: true, account: { select: { id: true, name: true } } },
      orderBy: [{ account: { name: 'asc' } }, { key: 'asc' }],
    });
    return rows.map(({ account, role }) => ({ ...account, role: memberRole.parse(role) }));
  }

  /** An account of which a person was a member and is none now. */
  async leftAccount(
    personKey: number,
    accountId: string,
  ): Promise<{ name: string; closedAt: Date | null } | undefined> {
    const row = await this.#database.member.findFirst({
      where: { personKey, removedAt: { not: null }, account: { id: accountId } },
      select: { account: { select: { name: true, closedAt: true } } },
    });
    return row?.account;
  }

  /** The name of an account that exists. */
  readAccount(id: string): Promise<{ id: string; name: string }> {
    const select = { id: true, name: true };
    return this.#database.account.findUniqueOrThrow({ where: { id }, select });
  }

  /** The person of a member. */
  async readPerson(memberKey: number): Promise<{ id: string; name: string }> {
    const { person } = await this.#database.member.findUniqueOrThrow({
      where: { key: memberKey },
      select: { person: { select: { id: true, name: true } } },
    });
    return person;
  }

  /** By member: on a day, in its month, and ever. */
  async #spent(memberKeys: number[], day: string): Promise<Map<number, MemberRow['spent']>> {
    if (memberKeys.length === 0) return new Map();
    const sums = await this.#database.$queryRaw<SpentSums[]>`
      SELECT "memberKey", CAST(sum("credits") AS BIGINT) AS "total",
             CAST(sum(CASE WHEN substr("day", 1, 7) = ${day.slice(0, 7)} THEN "credits" ELSE 0 END) AS BIGINT) AS "month",
             CAST(sum(CASE WHEN "day" = ${day} THEN "credits" ELSE 0 END) AS BIGINT) AS "day"
        FROM "MemberSpend" WHERE "memberKey" IN (${Prisma.join(memberKeys)}) GROUP BY "memberKey"`;
    return new Map(
      sums.map(({ memberKey, total, month, day: onDay }) => [
        Number(memberKey),
        { day: Number(onDay), month: Number(month), total: Number(total) },
      ]),
    );
  }
}

function invitationOf({ id, role, email, createdAt, expiresAt, ...caps }: StoredInvitation): InvitationRow {
  return { id, role: memberRole.parse(role), email, createdAt, expiresAt, caps: capsOf(caps) };
}

export function capsOf({ capDay, capMonth, capTotal }: StoredCaps): Caps {
  const number = (cap: bigint | null) => (cap === null ? null : Number(cap));
  return { capDay: number(capDay), capMonth: number(capMonth), capTotal: number(capTotal) };
}

interface MemberRow {
  personId: string;
  name: string;
  email: string;
  role: MemberRole;
  joinedAt: Date;
  caps: Caps;
  /** Credits that are spent or on hold. */
  spent: { day: number; month: number; total: number };
}

export interface InvitationRow {
  id: string;
  role: MemberRole;
  caps: Caps;
  email: string | null;
  createdAt: Date;
  expiresAt: Date;
}

interface OwnAccountRow {
  id: string;
  name: string;
  role: MemberRole;
}
