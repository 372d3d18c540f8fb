import { earnedKey, issuedKey } from '../../../lib/ledger/purse.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

type Amount = bigint | number;
type Time = Date | Amount;

export type RunSum = (query: Prisma.Sql) => Promise<unknown[]>;

type FirstStep = 'publish' | 'price' | 'invite';

interface Dialect {
  /** Whether the portal's own purses have shares. */
  hasShares: boolean;
  /** One object of all rows, and the members of an object or an array as rows. */
  toObject: Prisma.Sql;
  membersOf: Prisma.Sql;
  elementsOf: Prisma.Sql;
}

const dialects = {
  sqlite: {
    hasShares: false,
    toObject: Prisma.raw('json_group_object'),
    membersOf: Prisma.raw('json_each'),
    elementsOf: Prisma.raw('json_each'),
  },
  postgres: {
    hasShares: true,
    toObject: Prisma.raw('json_object_agg'),
    membersOf: Prisma.raw('json_each_text'),
    elementsOf: Prisma.raw('json_array_elements_text'),
  },
} satisfies Record<string, Dialect>;

/** Sums for the console, from purses, daily use and hourly outcomes. */
export class OverviewReads {
  readonly #database: PrismaClient;
  readonly #dialect: Dialect;
  readonly #runSum: RunSum;

  /** `runSum` runs the statements that add up thousands of rows. */
  constructor(
    database: PrismaClient,
    engine: keyof typeof dialects,
    runSum: RunSum = (query) => database.$queryRaw(query),
  ) {
    this.#database = database;
    this.#dialect = dialects[engine];
    this.#runSum = runSum;
  }

  async #sum<Row>(query: Prisma.Sql): Promise<Row[]> {
    return rowsOf<Row>(await this.#runSum(query));
  }

  /** In one statement of its own: the sum that Prisma writes copies each row before it adds it. */
  async money(): Promise<MoneyRow> {
    const [[row], shares] = await Promise.all([
      this.#sum<{ issued: Amount; earned: Amount; held: Amount }>(Prisma.sql`
        SELECT coalesce((SELECT "posted" FROM "Purse" WHERE "key" = ${issuedKey}), 0) AS "issued",
               coalesce((SELECT "posted" FROM "Purse" WHERE "key" = ${earnedKey}), 0) AS "earned",
               (SELECT CAST(coalesce(sum("pending"), 0) AS BIGINT) FROM "Purse" WHERE "key" > ${earnedKey}) AS "held"`),
      this.#readShares(),
    ]);
    const { issued = 0, earned = 0, held = 0 } = row ?? {};
    const postedOf = (key: number, own: Amount) => Number(own) + (shares.get(key) ?? 0);
    return {
      issued: -postedOf(issuedKey, issued),
      earned: postedOf(earnedKey, earned),
      held: Number(held),
    };
  }

  async #readShares(): Promise<Map<number, number>> {
    if (!this.#dialect.hasShares) return new Map();
    const rows = await this.#sum<{ key: Amount; posted: Amount }>(Prisma.sql`
      SELECT "purseKey" AS "key", CAST(sum("posted") AS BIGINT) AS "posted" FROM "PurseShare" GROUP BY "purseKey"`);
    return new Map(rows.map(({ key, posted }) => [Number(key), Number(posted)]));
  }

  async useOf(day: string): Promise<DayUse> {
    const [row] = await this.#sum<{ calls: Amount; credits: Amount; accounts: Amount }>(Prisma.sql`
      SELECT CAST(coalesce(sum("calls"), 0) AS BIGINT) AS "calls",
             CAST(coalesce(sum("credits"), 0) AS BIGINT) AS "credits",
             count(DISTINCT CASE WHEN p."id" LIKE 'acc!_%' ESCAPE '!' THEN p."key" END) AS "accounts"
        FROM "DailyUse" u JOIN "Purse" p ON p."key" = u."purseKey" WHERE u."day" = ${day}`);
    const { calls = 0, credits = 0, accounts = 0 } = row ?? {};
    return { calls: Number(calls), credits: Number(credits), accounts: Number(accounts) };
  }

  /** As one text: ten thousand rows would take longer to read than to add up. */
  async spendingOf(day: string): Promise<Spending> {
    const [row] = await this.#sum<{ json: string | null }>(Prisma.sql`
      SELECT CAST(${this.#dialect.toObject}(s."purseKey", s."spent") AS TEXT) AS "json"
        FROM (SELECT u."purseKey", CAST(sum(u."credits") AS BIGINT) AS "spent" FROM "DailyUse" u
               WHERE u."day" = ${day} GROUP BY u."purseKey") s
        JOIN "Purse" p ON p."key" = s."purseKey"
       WHERE s."spent" > 0 AND p."id" LIKE 'acc!_%' ESCAPE '!'`);
    return { json: row?.json ?? '{}' };
  }

  /** Open accounts that have less than so many times what they spent on a day. The poorest come first. */
  async runningOut({ json }: Spending, days: number, most: number): Promise<PaceRow[]> {
    const rows = await this.#sum<{ id: string; name: string; available: Amount; perDay: Amount }>(Prisma.sql`
      SELECT a."id", a."name", o."available", o."perDay"
        FROM (SELECT p."id", p."key", p."posted" - p."pending" AS "available", s."perDay"
                FROM (SELECT CAST(m."key" AS BIGINT) AS "purseKey", CAST(m."value" AS BIGINT) AS "perDay"
                        FROM ${this.#dialect.membersOf}(${json}) m) s
                JOIN "Purse" p ON p."key" = s."purseKey"
               WHERE p."posted" - p."pending" < s."perDay" * ${days}
                 AND NOT EXISTS (SELECT 1 FROM "Account" c WHERE c."id" = p."id" AND c."closedAt" IS NOT NULL)
               ORDER BY (p."posted" - p."pending") / s."perDay", p."posted" - p."pending", p."key" LIMIT ${most}) o
        JOIN "Account" a ON a."id" = o."id"
       ORDER BY o."available" / o."perDay", o."available", o."key"`);
    return rows.map(({ id, name, available, perDay }) => ({
      account: { id, name },
      available: Number(available),
      perDay: Number(perDay),
    }));
  }

  /** Of products that have calls in these hours. */
  outcomes(productKeys: number[], { from, before }: Hours): Promise<OutcomeRow[]> {
    const keys = Prisma.sql`SELECT CAST(e."value" AS BIGINT) FROM ${this.#dialect.elementsOf}(${JSON.stringify(productKeys)}) e`;
    const untilThen = before === undefined ? Prisma.empty : Prisma.sql`AND "hour" < ${before}`;
    return this.#outcomes(Prisma.sql`"hour" >= ${from} ${untilThen} AND "productKey" IN (${keys})`);
  }

  /** Of products with so many failures since an hour, the most first. */
  failing(sinceHour: number, leastFailed: number, most: number): Promise<OutcomeRow[]> {
    return this.#outcomes(
      Prisma.sql`"hour" >= ${sinceHour}`,
      Prisma.sql`HAVING sum("failed") >= ${leastFailed} ORDER BY sum("failed") DESC LIMIT ${most}`,
    );
  }

  /** Grouped by an expression: SQLite would read the whole index of products to group by it. */
  async #outcomes(condition: Prisma.Sql, ending = Prisma.empty): Promise<OutcomeRow[]> {
    const rows = await this.#sum<
      Record<Exclude<keyof OutcomeRow, 'lastSuccessAt'>, Amount> & { lastSuccessAt: Time | null }
    >(Prisma.sql`
      SELECT "productKey" + 0 AS "productKey", CAST(sum("calls") AS BIGINT) AS "calls",
             CAST(sum("failed") AS BIGINT) AS "failed", CAST(sum("answered") AS BIGINT) AS "answered",
             CAST(sum("answeredMs") AS BIGINT) AS "answeredMs", max("lastSuccessAt") AS "lastSuccessAt"
        FROM "HourlyOutcome" WHERE ${condition} GROUP BY "productKey" + 0 ${ending}`);
    return rows.map(({ productKey, calls, failed, answered, answeredMs, lastSuccessAt: at }) => ({
      productKey: Number(productKey),
      calls: Number(calls),
      failed: Number(failed),
      answered: Number(answered),
      answeredMs: Number(answeredMs),
      lastSuccessAt: at === null ? null : dateOf(at),
    }));
  }

  /** Products without a success after calls that failed for the credentials of the portal, since an hour. Not dismissed. */
  async denied(sinceHour: number, most: number): Promise<DeniedRow[]> {
    type Row = { productKey: Amount; calls: Amount; lastRefusedAt: Time | null; lastSuccessAt: Time | null };
    const rows = await this.#sum<Row>(Prisma.sql`
      SELECT d."productKey", d."calls", d."lastRefusedAt", d."lastSuccessAt" FROM (
        SELECT n.*, (SELECT max(s."lastSuccessAt") FROM "HourlyOutcome" s
                      WHERE s."productKey" = n."productKey" AND s."hour" >= ${sinceHour}) AS "lastSuccessAt"
          FROM (SELECT "productKey" + 0 AS "productKey", CAST(sum("denied") AS BIGINT) AS "calls",
                       max("lastDeniedAt") AS "lastDeniedAt", max("lastRefusedAt") AS "lastRefusedAt"
                  FROM "HourlyOutcome" WHERE "hour" >= ${sinceHour} AND "denied" > 0 GROUP BY "productKey" + 0) n) d
        JOIN "Product" p ON p."key" = d."productKey" LEFT JOIN "DismissedItem" x ON x."item" = 'denied:' || p."id"
       WHERE (d."lastSuccessAt" IS NULL OR d."lastDeniedAt" > d."lastSuccessAt")
         AND (x."dismissedAt" IS NULL OR d."lastDeniedAt" > x."dismissedAt")
       ORDER BY d."calls" DESC LIMIT ${most}`);
    return rows.map(({ productKey, calls, lastRefusedAt, lastSuccessAt }) => ({
      productKey: Number(productKey),
      calls: Number(calls),
      isRefused:
        lastRefusedAt !== null &&
        (lastSuccessAt === null || dateOf(lastRefusedAt).getTime() > dateOf(lastSuccessAt).getTime()),
    }));
  }

  /** Webhooks with an event of before this moment that failed, and none later that was accepted. Not dismissed. */
  async failingWebhooks(before: Date, most: number): Promise<FailingWebhookRow[]> {
    const rows = await this.#database.$queryRaw<
      { webhookId: string; id: string; name: string; since: Time }[]
    >`
      SELECT w."id" AS "webhookId", a."id", a."name", f."since"
        FROM (SELECT d."webhookKey", min(d."createdAt") AS "since", max(d."createdAt") AS "last"
                FROM "WebhookDelivery" d
               WHERE d."createdAt" < ${before} AND d."deliveredAt" IS NULL AND d."attempts" > 0
               GROUP BY d."webhookKey") f
        JOIN "Webhook" w ON w."key" = f."webhookKey" JOIN "Account" a ON a."key" = w."accountKey"
        LEFT JOIN "DismissedItem" x ON x."item" = 'webhook:' || w."id"
       WHERE w."disabledAt" IS NULL AND (x."dismissedAt" IS NULL OR f."last" > x."dismissedAt")
         AND NOT EXISTS (SELECT 1 FROM "WebhookDelivery" s
                          WHERE s."webhookKey" = w."key" AND s."deliveredAt" >= f."last")
       ORDER BY f."since" LIMIT ${most}`;
    return rows.map(({ webhookId, id, name, since }) => ({
      webhookId,
      account: { id, name },
      since: dateOf(since),
    }));
  }

  /** What somebody has done with a new portal. */
  async firstSteps(): Promise<Record<FirstStep, boolean>> {
    const [row] = await this.#sum<Record<FirstStep, Amount>>(Prisma.sql`
      SELECT (SELECT count(*) FROM (
                SELECT 1 FROM "ProductRelease" WHERE "authorKind" <> 'portal' LIMIT 1) r) AS "publish",
             (SELECT count(*) FROM (
                SELECT 1 FROM "ProductRelease" r JOIN "Product" p ON p."key" = r."productKey"
                 WHERE r."authorKind" <> 'portal' AND p."priceTo" > 0 LIMIT 1) r) AS "price",
             (SELECT count(*) FROM (SELECT 1 FROM "Member" LIMIT 1) m)
               + (SELECT count(*) FROM (SELECT 1 FROM "Invitation" LIMIT 1) i) AS "invite"`);
    const has = (step: FirstStep) => Number(row?.[step] ?? 0) > 0;
    return { publish: has('publish'), price: has('price'), invite: has('invite') };
  }

  /** When items were dismissed, of those that were. */
  async dismissed(items: string[]): Promise<Map<string, Date>> {
    const rows = await this.#database.dismissedItem.findMany({ where: { item: { in: items } } });
    return new Map(rows.map(({ item, dismissedAt }) => [item, dismissedAt]));
  }

  async productNames(keys: number[]) {
    const rows = await this.#database.product.findMany({
      where: { key: { in: keys } },
      select: { key: true, id: true, slug: true, name: true },
    });
    return new Map(rows.map(({ key, ...product }) => [key, product]));
  }
}

function dateOf(time: Time): Date {
  return time instanceof Date ? time : new Date(Number(time));
}

/** The database returns the columns that the statement names. */
export function rowsOf<Row>(rows: unknown[]): Row[] {
  return rows as Row[];
}

export interface DayUse {
  calls: number;
  credits: number;
  /** Accounts that made calls. */
  accounts: number;
}

interface MoneyRow {
  /** Of the portal's own purses. */
  issued: number;
  earned: number;
  held: number;
}

/** What each account spent on a day, as a text for the database alone. */
export interface Spending {
  json: string;
}

export interface PaceRow {
  account: { id: string; name: string };
  available: number;
  perDay: number;
}

/** How the calls of a product ended. */
export interface OutcomeRow {
  productKey: number;
  calls: number;
  failed: number;
  answered: number;
  answeredMs: number;
  lastSuccessAt: Date | null;
}

interface DeniedRow {
  productKey: number;
  calls: number;
  /** Whether the API refused credentials after its last success. */
  isRefused: boolean;
}

interface FailingWebhookRow {
  webhookId: string;
  account: { id: string; name: string };
  since: Date;
}

/** Hours since 1970. */
export interface Hours {
  from: number;
  before?: number;
}
