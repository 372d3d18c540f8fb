import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { DayUse, MoneyRow, OverviewReads, PaceRow } from '../overview.ts';
import { earnedKey, issuedKey } from '../sql/portal-purses.ts';

type Amount = bigint | number;

export class PrismaOverview implements OverviewReads {
  readonly #database: PrismaClient;
  readonly #shares: boolean;

  /** `hasShares`: whether the portal's own purses have shares, as in PostgreSQL. */
  constructor(database: PrismaClient, { hasShares }: { hasShares: boolean }) {
    this.#database = database;
    this.#shares = hasShares;
  }

  async money(): Promise<MoneyRow> {
    const { purse } = this.#database;
    const [own, { _sum }] = await Promise.all([
      purse.findMany({ where: { key: { in: [issuedKey, earnedKey] } }, select: { key: true, posted: true } }),
      purse.aggregate({ where: { key: { gt: earnedKey } }, _sum: { pending: true } }),
    ]);
    const posted = new Map(own.map((row) => [row.key, Number(row.posted)]));
    const shares = await this.#readShares();
    const postedOf = (key: number) => (posted.get(key) ?? 0) + (shares.get(key) ?? 0);
    return { issued: -postedOf(issuedKey), earned: postedOf(earnedKey), held: Number(_sum.pending ?? 0) };
  }

  async #readShares(): Promise<Map<number, number>> {
    if (!this.#shares) return new Map();
    const rows = await this.#database.$queryRaw<{ key: Amount; posted: Amount }[]>`
      SELECT "purseKey" AS "key", CAST(sum("posted") AS BIGINT) AS "posted" FROM "PurseShare" GROUP BY "purseKey"`;
    return new Map(rows.map(({ key, posted }) => [Number(key), Number(posted)]));
  }

  async useOf(day: string): Promise<DayUse> {
    const [row] = await this.#database.$queryRaw<{ calls: Amount; credits: Amount; accounts: Amount }[]>`
      SELECT CAST(coalesce(sum("calls"), 0) AS BIGINT) AS "calls",
             CAST(coalesce(sum("credits"), 0) AS BIGINT) AS "credits",
             count(DISTINCT CASE WHEN p."id" LIKE 'acc!_%' ESCAPE '!' THEN p."key" END) AS "accounts"
        FROM "DailyUse" u JOIN "Purse" p ON p."key" = u."purseKey" WHERE u."day" = ${day}`;
    const { calls = 0, credits = 0, accounts = 0 } = row ?? {};
    return { calls: Number(calls), credits: Number(credits), accounts: Number(accounts) };
  }

  async runningOut(day: string, days: number, most: number): Promise<PaceRow[]> {
    const rows = await this.#database.$queryRaw<
      { id: string; name: string; available: Amount; perDay: Amount }[]
    >`
      SELECT a."id", a."name", p."posted" - p."pending" AS "available", s."perDay"
        FROM (SELECT u."purseKey", CAST(sum(u."credits") AS BIGINT) AS "perDay" FROM "DailyUse" u
               WHERE u."day" = ${day} GROUP BY u."purseKey") s
        JOIN "Purse" p ON p."key" = s."purseKey" JOIN "Account" a ON a."id" = p."id"
       WHERE s."perDay" > 0 AND p."posted" - p."pending" < s."perDay" * ${days}
       ORDER BY (p."posted" - p."pending") / s."perDay", p."posted" - p."pending", a."key" LIMIT ${most}`;
    return rows.map(({ id, name, available, perDay }) => ({
      account: { id, name },
      ...{ available: Number(available), perDay: Number(perDay) },
    }));
  }
}
