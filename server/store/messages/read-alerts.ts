import { watched, type Watched } from '../../../lib/account/alerts.ts';
import { keyName } from '../../../lib/account/api-keys.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

type Amount = bigint | number;

/** The keys of what an alert watches. */
type Watching = Pick<WatchedAlertRow, 'apiKeyKey' | 'memberKey'>;

export class Alerts {
  readonly #database: PrismaClient;
  readonly #entries: Prisma.Sql;

  /** `countsEntries`: whether purses count their entries, as in PostgreSQL. */
  constructor(database: PrismaClient, { countsEntries }: { countsEntries: boolean }) {
    this.#database = database;
    this.#entries = countsEntries
      ? Prisma.sql`p."entryCount"`
      : Prisma.sql`(SELECT max(e."key") FROM "Entry" e WHERE e."purseKey" = p."key" AND e."purseKey" > 2)`;
  }

  /** Those of an account, oldest first. */
  async list(accountId: string): Promise<ListedAlertRow[]> {
    const account = await this.#database.account.findUnique({ where: { id: accountId } });
    if (!account) return [];
    const where = { accountKey: account.key };
    const rows = await this.#database.alert.findMany({ where, orderBy: { key: 'asc' } });
    const [people, subjects] = await Promise.all([this.#people(account.key), this.#subjects(rows)]);
    return rows.map(({ watches, credits, ...row }) => ({
      key: row.key,
      id: row.id,
      toldPeriod: row.toldPeriod,
      tellsWebhooks: row.tellsWebhooks,
      createdAt: row.createdAt,
      reachedAt: row.reachedAt,
      watches: watched.parse(watches),
      credits: Number(credits),
      of: subjects(row),
      people: people.filter(({ alertKey }) => alertKey === row.key).map(({ id, name }) => ({ id, name })),
    }));
  }

  /** Accounts that have alerts, in the order of their keys. */
  async alertedAccounts(afterKey: number, most: number): Promise<AlertedAccount[]> {
    const rows = await this.#database.$queryRaw<
      { accountKey: number; alerts: Amount; since: unknown; entries: Amount | null }[]
    >`
      SELECT a."accountKey", a."alerts", a."since", ${this.#entries} AS "entries"
        FROM (SELECT "accountKey", count(*) AS "alerts", max("watchedSince") AS "since" FROM "Alert"
               WHERE "accountKey" > ${afterKey} GROUP BY "accountKey" ORDER BY "accountKey" LIMIT ${most}) a
        JOIN "Account" o ON o."key" = a."accountKey" LEFT JOIN "Purse" p ON p."id" = o."id"
       ORDER BY a."accountKey"`;
    return rows.map(({ accountKey, alerts, since, entries }) => ({
      accountKey: Number(accountKey),
      version: `${alerts} ${since instanceof Date ? since.getTime() : String(since)} ${entries ?? 0}`,
    }));
  }

  async readPurses(accountKeys: number[]): Promise<AlertedPurse[]> {
    const accounts = await this.#database.account.findMany({
      where: { key: { in: accountKeys } },
      select: { key: true, id: true, name: true },
    });
    const [purses, rows] = await Promise.all([
      this.#database.purse.findMany({
        where: { id: { in: accounts.map(({ id }) => id) } },
        select: { key: true, id: true, posted: true },
      }),
      this.#database.alert.findMany({
        where: { accountKey: { in: accountKeys } },
        orderBy: { key: 'asc' },
        omit: { createdAt: true, tellsWebhooks: true, reachedAt: true },
      }),
    ]);
    const purseOf = new Map(purses.map(({ id, ...purse }) => [id, purse]));
    return accounts.map(({ key, ...account }) => {
      const purse = purseOf.get(account.id);
      const alerts = rows
        .filter(({ accountKey }) => accountKey === key)
        .map(({ accountKey: _account, watches, credits, ...row }) => ({
          ...row,
          watches: watched.parse(watches),
          credits: Number(credits),
        }));
      return {
        account,
        alerts,
        posted: Number(purse?.posted ?? 0),
        purseKey: purse && Number(purse.key),
      };
    });
  }

  /** What purses have spent in the days or months since a day. */
  async readSpent(purseKeys: number[], per: 'day' | 'month', from: string): Promise<SpentRow[]> {
    const period = Prisma.sql`substr("day", 1, ${per === 'day' ? 10 : 7})`;
    const rows = await this.#database.$queryRaw<(Omit<SpentRow, 'credits'> & { credits: Amount })[]>`
      SELECT u."purseKey", u."period", u."apiKeyKey", u."memberKey", CAST(sum(u."credits") AS BIGINT) AS "credits"
        FROM (SELECT "purseKey", ${period} AS "period", "apiKeyKey", "memberKey", "credits" FROM "DailyUse"
               WHERE "purseKey" IN (${Prisma.join(purseKeys)}) AND "day" >= ${from}) u
       GROUP BY u."purseKey", u."period", u."apiKeyKey", u."memberKey"`;
    return rows.map(({ purseKey, apiKeyKey, memberKey, credits, ...row }) => ({
      ...row,
      purseKey: Number(purseKey),
      credits: Number(credits),
      apiKeyKey: Number(apiKeyKey),
      memberKey: Number(memberKey),
    }));
  }

  async readSubject(alert: Watching): Promise<AlertSubject | null> {
    return (await this.#subjects([alert]))(alert);
  }

  /** Finds whose spending each of some alerts watches. */
  async #subjects(alerts: Watching[]): Promise<(alert: Watching) => AlertSubject | null> {
    const [keys, members] = await Promise.all([
      this.#database.apiKey.findMany({
        where: { key: { in: alerts.flatMap(({ apiKeyKey }) => apiKeyKey ?? []) } },
        select: { key: true, id: true, name: true, hint: true, personKey: true },
      }),
      this.#database.member.findMany({
        where: { key: { in: alerts.flatMap(({ memberKey }) => memberKey ?? []) } },
        select: { key: true, personKey: true, person: { select: { id: true, name: true } } },
      }),
    ]);
    return ({ apiKeyKey, memberKey }) => {
      const apiKey = keys.find(({ key }) => key === apiKeyKey);
      if (apiKey) return { kind: 'key', id: apiKey.id, name: keyName(apiKey), personKey: apiKey.personKey };
      const member = members.find(({ key }) => key === memberKey);
      return member ? { kind: 'member', ...member.person, personKey: member.personKey } : null;
    };
  }

  /** Whom the alerts of an account tell: members who have not left. */
  #people(accountKey: number): Promise<{ alertKey: number; id: string; name: string }[]> {
    return this.#database.$queryRaw`
      SELECT r."alertKey", p."id", p."name" FROM "Alert" a JOIN "AlertRecipient" r ON r."alertKey" = a."key"
        JOIN "Member" m ON m."accountKey" = a."accountKey" AND m."personKey" = r."personKey"
        JOIN "Person" p ON p."key" = r."personKey"
       WHERE a."accountKey" = ${accountKey} AND m."removedAt" IS NULL ORDER BY p."name", p."key"`;
  }
}

interface Named {
  id: string;
  name: string;
}

interface AlertRow {
  key: number;
  id: string;
  watches: Watched;
  credits: number;
  toldPeriod: string | null;
}

/** Whose spending an alert watches. */
export interface AlertSubject extends Named {
  kind: 'key' | 'member';
  /** The person of the member, or whose key it is. */
  personKey: number | null;
}

export interface ListedAlertRow extends AlertRow {
  of: AlertSubject | null;
  people: Named[];
  tellsWebhooks: boolean;
  createdAt: Date;
  reachedAt: Date | null;
}

/** An account with alerts. */
interface AlertedAccount {
  accountKey: number;
  /** Changes with every entry of its purse, and with its alerts. */
  version: string;
}

export interface WatchedAlertRow extends AlertRow {
  watchedSince: Date;
  /** Whose spending; both are null for that of the account. */
  apiKeyKey: number | null;
  memberKey: number | null;
}

export interface AlertedPurse {
  account: Named;
  /** Undefined while the account has no purse. */
  purseKey: number | undefined;
  posted: number;
  alerts: WatchedAlertRow[];
}

/** What was spent in a day or month, by API key and member; 0 for calls without. */
export interface SpentRow {
  purseKey: number;
  /** Such as 2026-11-25 or 2026-11. */
  period: string;
  apiKeyKey: number;
  memberKey: number;
  credits: number;
}
