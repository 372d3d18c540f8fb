import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { Usage, UsageKind } from '../../../lib/account/credit-account.ts';
import { keyName } from '../../../lib/account/api-keys.ts';
import type { UsageWish } from './call-rows.ts';

interface Sums {
  day: string;
  key: bigint | number;
  calls: bigint | number;
  credits: bigint | number;
}

type Named = NonNullable<Usage['list'][number]['of']>;

/** The use of a purse by day, and by product, API key or member. */
export async function readUsage(
  database: PrismaClient,
  purseId: string,
  { from, to, by, most }: UsageWish,
): Promise<Usage['list']> {
  const rows = await database.$queryRaw<Sums[]>`
    SELECT u."day", u."key", CAST(sum(u."calls") AS BIGINT) AS "calls", CAST(sum(u."credits") AS BIGINT) AS "credits"
      FROM (SELECT "day", "calls", "credits",
                   CASE CAST(${by} AS TEXT) WHEN 'product' THEN "productKey" WHEN 'key' THEN "apiKeyKey" ELSE "memberKey" END AS "key"
              FROM "DailyUse" WHERE "purseKey" = (SELECT "key" FROM "Purse" WHERE "id" = ${purseId})
               AND "day" >= ${from} AND "day" <= ${to}) u
     GROUP BY u."day", u."key" ORDER BY u."day" DESC, "credits" DESC, u."key" LIMIT ${most}`;
  const keys = [...new Set(rows.map(({ key }) => Number(key)))].filter((key) => key > 0);
  const names = await readNames[by](database, keys);
  return rows.map(({ day, key, calls, credits }) => ({
    day,
    of: names.get(Number(key)) ?? null,
    calls: Number(calls),
    credits: Number(credits),
  }));
}

type ReadNames = (database: PrismaClient, keys: number[]) => Promise<Map<number, Named>>;

const readNames: Record<UsageKind, ReadNames> = {
  async product(database, keys) {
    const select = { key: true, id: true, slug: true, name: true };
    const rows = await database.product.findMany({ where: { key: { in: keys } }, select });
    return new Map(rows.map(({ key, ...named }) => [key, named]));
  },
  async key(database, keys) {
    const select = { key: true, id: true, name: true, hint: true };
    const rows = await database.apiKey.findMany({ where: { key: { in: keys } }, select });
    return new Map(rows.map(({ key, id, name, hint }) => [key, { id, name: keyName({ name, hint }) }]));
  },
  async member(database, keys) {
    const select = { key: true, person: { select: { id: true, name: true } } };
    const rows = await database.member.findMany({ where: { key: { in: keys } }, select });
    return new Map(rows.map(({ key, person }) => [key, person]));
  },
};
