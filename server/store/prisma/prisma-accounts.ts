import type { AccountRow, Accounts, ActiveKey, ActiveSession } from '../accounts.ts';
import { memberRole } from '../../../lib/account/member-role.ts';
import type { ActiveMember, ActivePerson } from '../people.ts';
import { roleOf } from './prisma-people.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

const nameFields = { id: true, name: true };

const activeFields = {
  key: true,
  id: true,
  operator: true,
  expiresAt: true,
  personKey: true,
  accountKey: true,
  account: { select: { id: true } },
} as const;

interface ActiveRow extends Pick<ActiveKey, 'key' | 'id' | 'operator'> {
  expiresAt: Date | null;
  personKey: number | null;
  accountKey: number;
  account: { id: string };
}

export class PrismaAccounts implements Accounts {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async findKey(hash: string): Promise<ActiveKey | undefined> {
    const where = { hash, revokedAt: null };
    const row = await this.#database.apiKey.findUnique({ where, select: activeFields });
    return row ? this.#activeKey(row) : undefined;
  }

  async findSession(hash: string): Promise<ActiveSession | undefined> {
    const session = await this.#database.session.findUnique({ where: { hash } });
    if (!session) return undefined;
    const { apiKeyKey, personKey } = session;
    const endsAtMs = session.expiresAt.getTime();
    if (personKey !== null) {
      const [person, member] = await Promise.all([
        this.#findPerson(personKey),
        this.#findMember(personKey, session.accountKey),
      ]);
      if (!person) return undefined;
      const lastSeenAtMs = (session.lastSeenAt ?? session.createdAt).getTime();
      return {
        person: { ...person, sessionId: session.id ?? '', expiresAtMs: endsAtMs, lastSeenAtMs, member },
      };
    }
    if (apiKeyKey === null) return undefined;
    const where = { key: apiKeyKey, revokedAt: null };
    const row = await this.#database.apiKey.findUnique({ where, select: activeFields });
    if (!row) return undefined;
    const active = await this.#activeKey(row);
    return active && { key: { ...active, expiresAtMs: Math.min(active.expiresAtMs ?? endsAtMs, endsAtMs) } };
  }

  async #findPerson(key: number): Promise<Pick<ActivePerson, 'key' | 'id' | 'operatorRole'> | undefined> {
    const select = { key: true, id: true, operatorRole: true };
    const row = await this.#database.person.findUnique({ where: { key }, select });
    return row ? { ...row, operatorRole: roleOf(row.operatorRole) } : undefined;
  }

  /** The account that the person has chosen; otherwise the one that they joined first. */
  async #findMember(personKey: number, accountKey: number | null): Promise<ActiveMember | null> {
    const rows = await this.#database.member.findMany({
      where: { personKey, removedAt: null },
      select: { key: true, role: true, accountKey: true, account: { select: { id: true } } },
      orderBy: [{ joinedAt: 'asc' }, { key: 'asc' }],
    });
    const row = rows.find((one) => one.accountKey === accountKey) ?? rows[0];
    return row ? { key: row.key, role: memberRole.parse(row.role), accountId: row.account.id } : null;
  }

  /** The keys of a person end with the membership. */
  async #activeKey({
    account,
    expiresAt,
    personKey,
    accountKey,
    ...row
  }: ActiveRow): Promise<ActiveKey | undefined> {
    const active = { ...row, accountId: account.id, expiresAtMs: expiresAt?.getTime() ?? null };
    if (personKey === null) return { ...active, member: null };
    const member = await this.#database.member.findUnique({
      where: { accountKey_personKey: { accountKey, personKey }, removedAt: null },
      select: { key: true, role: true },
    });
    return member
      ? { ...active, member: { key: member.key, personKey, role: memberRole.parse(member.role) } }
      : undefined;
  }

  async listKeys(accountId: string, periods: string[], most: number, personKey?: number) {
    const { apiKey } = this.#database;
    const where = { account: { id: accountId }, ...(personKey !== undefined && { personKey }) };
    const [rows, total] = await Promise.all([
      apiKey.findMany({
        where,
        orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { key: 'desc' }],
        take: most,
        include: {
          spending: { where: { period: { in: periods } } },
          person: { select: nameFields },
        },
      }),
      apiKey.count({ where }),
    ]);
    return { rows, total };
  }

  async findKeyOwner(accountId: string, id: string): Promise<{ personKey: number | null } | undefined> {
    const where = { id, account: { id: accountId } };
    return (await this.#database.apiKey.findFirst({ where, select: { personKey: true } })) ?? undefined;
  }

  async readTerms(key: number) {
    const { capDay, capMonth, capTotal, expiresAt } = await this.#database.apiKey.findUniqueOrThrow({
      where: { key },
      select: { capDay: true, capMonth: true, capTotal: true, expiresAt: true },
    });
    const hasCap = [capDay, capMonth, capTotal].some((cap) => cap !== null);
    return { hasCap, expiresAtMs: expiresAt?.getTime() ?? null };
  }

  async readNames(key: number) {
    const { account, ...names } = await this.#database.apiKey.findUniqueOrThrow({
      where: { key },
      select: { id: true, name: true, hint: true, account: { select: { id: true, name: true } } },
    });
    return { account, key: names };
  }

  find(idOrName: string) {
    const where = { OR: [{ id: idOrName }, { name: idOrName }] };
    return this.#database.account.findMany({ where, select: nameFields, orderBy: { key: 'asc' }, take: 10 });
  }

  names(most: number) {
    return this.#database.account.findMany({ select: nameFields, orderBy: { key: 'asc' }, take: most });
  }

  async listAccounts(): Promise<AccountRow[]> {
    const accounts = await this.#database.account.findMany({
      orderBy: [{ name: 'asc' }, { key: 'asc' }],
      include: { _count: { select: { keys: { where: { revokedAt: null } } } } },
    });
    const purses = await this.#database.purse.findMany({ where: { id: { startsWith: 'acc_' } } });
    const purseOf = new Map(purses.map((purse) => [purse.id, purse]));
    return accounts.map(({ id, name, createdAt, _count }) => {
      const { posted = 0, pending = 0 } = purseOf.get(id) ?? {};
      const amounts = { posted: Number(posted), pending: Number(pending) };
      return { id, name, createdAt, ...amounts, activeKeys: _count.keys };
    });
  }

  listAllKeys(accountId?: string) {
    return this.#database.apiKey.findMany({
      where: accountId === undefined ? {} : { account: { id: accountId } },
      orderBy: { key: 'asc' },
      include: { account: { select: nameFields } },
    });
  }

  async activeKeyIds(): Promise<string[]> {
    const keys = await this.#database.apiKey.findMany({ where: { revokedAt: null }, select: { id: true } });
    return keys.map(({ id }) => id);
  }
}
