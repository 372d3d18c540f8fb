import { memberRole } from '../../../lib/account/member-role.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { MemberCaps } from '../member-changes.ts';
import type { InvitationRow, MemberRow, Members, OwnAccountRow } from '../members.ts';

interface StoredCaps {
  capDay: bigint | null;
  capMonth: bigint | null;
  capTotal: bigint | null;
}

interface StoredInvitation extends StoredCaps {
  id: string;
  role: string;
  email: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export class PrismaMembers implements Members {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async hasMembers(accountId: string): Promise<boolean> {
    const where = { account: { id: accountId }, removedAt: null };
    return (await this.#database.member.findFirst({ where, select: { key: true } })) !== null;
  }

  async list(accountId: string, day: string, most: number): Promise<{ rows: MemberRow[]; total: number }> {
    const { member } = this.#database;
    const where = { account: { id: accountId }, removedAt: null };
    const [members, total] = await Promise.all([
      member.findMany({
        where,
        orderBy: [{ joinedAt: 'asc' }, { key: 'asc' }],
        take: most,
        include: { person: { select: { id: true, name: true, email: true } } },
      }),
      member.count({ where }),
    ]);
    const keys = members.map(({ key }) => key);
    const [ofDay, ofMonth, ofAll] = await Promise.all([
      this.#spent(keys, day),
      this.#spent(keys, day.slice(0, 7)),
      this.#spent(keys, ''),
    ]);
    const rows = members.map(({ key, person: { id, name, email }, role, joinedAt, ...caps }) => ({
      ...{ personId: id, name, email, joinedAt },
      role: memberRole.parse(role),
      caps: capsOf(caps),
      spent: { day: ofDay.get(key) ?? 0, month: ofMonth.get(key) ?? 0, total: ofAll.get(key) ?? 0 },
    }));
    return { rows, total };
  }

  async openInvitations(accountId: string, now: Date): Promise<InvitationRow[]> {
    const rows = await this.#database.invitation.findMany({
      where: { account: { id: accountId }, usedAt: null, withdrawnAt: null, expiresAt: { gt: now } },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    });
    return rows.map(invitationOf);
  }

  async findInvitation(hash: string, now: Date) {
    const row = await this.#database.invitation.findUnique({
      where: { hash, usedAt: null, withdrawnAt: null, expiresAt: { gt: now } },
      include: { account: { select: { id: true, name: true } } },
    });
    return row ? { ...invitationOf(row), account: row.account } : undefined;
  }

  async accountsOf(personKey: number): Promise<OwnAccountRow[]> {
    const rows = await this.#database.member.findMany({
      where: { personKey, removedAt: null },
      select: { role: true, account: { select: { id: true, name: true } } },
      orderBy: [{ account: { name: 'asc' } }, { key: 'asc' }],
    });
    return rows.map(({ account, role }) => ({ ...account, role: memberRole.parse(role) }));
  }

  readAccount(id: string): Promise<{ id: string; name: string }> {
    const select = { id: true, name: true };
    return this.#database.account.findUniqueOrThrow({ where: { id }, select });
  }

  async readPerson(memberKey: number): Promise<{ id: string; name: string }> {
    const { person } = await this.#database.member.findUniqueOrThrow({
      where: { key: memberKey },
      select: { person: { select: { id: true, name: true } } },
    });
    return person;
  }

  /** By member, in the days that begin with a text. */
  async #spent(memberKeys: number[], startOfDay: string): Promise<Map<number, number>> {
    const sums = await this.#database.memberSpend.groupBy({
      by: ['memberKey'],
      where: { memberKey: { in: memberKeys }, day: { startsWith: startOfDay } },
      _sum: { credits: true },
    });
    return new Map(sums.map(({ memberKey, _sum }) => [memberKey, Number(_sum.credits ?? 0)]));
  }
}

function invitationOf({ id, role, email, createdAt, expiresAt, ...caps }: StoredInvitation): InvitationRow {
  return { id, role: memberRole.parse(role), email, createdAt, expiresAt, caps: capsOf(caps) };
}

export function capsOf({ capDay, capMonth, capTotal }: StoredCaps): MemberCaps {
  const number = (cap: bigint | null) => (cap === null ? null : Number(cap));
  return { capDay: number(capDay), capMonth: number(capMonth), capTotal: number(capTotal) };
}
