import { keyName } from '../../../lib/account/api-keys.ts';
import { type PrismaClient, Prisma } from '../../../prisma/generated/sqlite/client.ts';
import type { RefusalSum, RefusedCallRow, UsageWish } from './call-rows.ts';

interface KeyColumns {
  keyId: string | null;
  keyName: string | null;
  keyHint: string | null;
}

interface Row extends KeyColumns {
  accountId: string;
  at: bigint | number | Date;
  problem: string;
  status: bigint | number;
  detail: string | null;
  requestId: string;
  productId: string | null;
  productSlug: string | null;
  productName: string | null;
  personId: string | null;
  personName: string | null;
}

const rowsOf = (listed: Prisma.Sql) => Prisma.sql`
  SELECT a."id" AS "accountId", r."at", r."problem", r."status", r."detail", r."requestId",
         o."id" AS "productId", o."slug" AS "productSlug", o."name" AS "productName",
         k."id" AS "keyId", k."name" AS "keyName", k."hint" AS "keyHint", p."id" AS "personId", p."name" AS "personName"
    FROM (${listed}) r JOIN "Account" a ON a."key" = r."accountKey"
    LEFT JOIN "Product" o ON o."key" = r."productKey" LEFT JOIN "ApiKey" k ON k."key" = r."apiKeyKey"
    LEFT JOIN "Member" m ON m."key" = r."memberKey" LEFT JOIN "Person" p ON p."key" = m."personKey"
   ORDER BY r."key" DESC`;

/** The refused calls of an account, newest first. */
export async function listRefused(
  database: PrismaClient,
  accountId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: RefusedCallRow[]; total: number }> {
  const account = await database.account.findUnique({ where: { id: accountId }, select: { key: true } });
  const ofAccount = { accountKey: account?.key ?? 0 };
  const total = await database.refusedCall.count({ where: ofAccount });
  const skip = (page - 1) * pageSize;
  if (skip >= total) return { rows: [], total };
  const rows = await database.$queryRaw<Row[]>(
    rowsOf(Prisma.sql`SELECT * FROM "RefusedCall" WHERE "accountKey" = ${ofAccount.accountKey}
                       ORDER BY "key" DESC LIMIT ${pageSize} OFFSET ${skip}`),
  );
  return { rows: rows.map(refusedCall), total };
}

/** Those of a person, with the ids of their accounts. */
export async function refusedOfPerson(
  database: PrismaClient,
  personKey: number,
): Promise<(RefusedCallRow & { accountId: string })[]> {
  const rows = await database.$queryRaw<Row[]>(
    rowsOf(Prisma.sql`SELECT c.* FROM "Member" m JOIN "RefusedCall" c ON c."accountKey" = m."accountKey"
                       WHERE m."personKey" = ${personKey} AND c."memberKey" = m."key"`),
  );
  return rows.map((row) => ({ ...refusedCall(row), accountId: row.accountId }));
}

function refusedCall({ at, problem, status, detail, requestId, ...row }: Row): RefusedCallRow {
  const { productId, productSlug, productName, personId, personName } = row;
  return {
    at: at instanceof Date ? at : new Date(Number(at)),
    product: productId === null ? null : { id: productId, slug: productSlug ?? '', name: productName ?? '' },
    apiKey: keyOf(row),
    person: personId === null ? null : { id: personId, name: personName ?? '' },
    problem,
    status: Number(status),
    detail,
    requestId,
  };
}

interface Sums extends KeyColumns {
  day: string;
  problem: string;
  calls: bigint | number;
}

/** How many calls of an account were refused, by day, key and problem. */
export async function countRefused(
  database: PrismaClient,
  accountId: string,
  { from, to, most }: Omit<UsageWish, 'by'>,
): Promise<RefusalSum[]> {
  const rows = await database.$queryRaw<Sums[]>`
    SELECT u."day", u."problem", u."calls", k."id" AS "keyId", k."name" AS "keyName", k."hint" AS "keyHint"
      FROM "DailyRefusal" u LEFT JOIN "ApiKey" k ON k."key" = u."apiKeyKey"
     WHERE u."accountKey" = (SELECT "key" FROM "Account" WHERE "id" = ${accountId})
       AND u."day" >= ${from} AND u."day" <= ${to}
     ORDER BY u."day" DESC, u."calls" DESC, u."apiKeyKey", u."problem" LIMIT ${most}`;
  return rows.map(({ day, problem, calls, ...row }) => ({
    day,
    problem,
    calls: Number(calls),
    apiKey: keyOf(row),
  }));
}

function keyOf({ keyId, keyName: name, keyHint: hint }: KeyColumns): RefusedCallRow['apiKey'] {
  return keyId === null ? null : { id: keyId, name: keyName({ name: name ?? '', hint: hint ?? '' }) };
}
