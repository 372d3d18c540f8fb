import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { KeyFilter, KeyOfAllRow } from '../accounts.ts';
import type { PageOf, PageWish } from '../page.ts';
import { uncollectedGrant } from './find-client-token.ts';
import { afterAll, contains, pageOf } from './page-of.ts';

const named = { id: true, name: true };

/** The API keys of all accounts, the newest first. */
export async function pageOfKeys(
  database: PrismaClient,
  { accountId, text = '', state, operators }: KeyFilter,
  { before = afterAll, most }: PageWish,
): Promise<PageOf<KeyOfAllRow>> {
  const account = accountId === undefined ? null : await findAccount(database, accountId);
  if (account === undefined) return { rows: [], next: null };
  const ofAccount = account === null ? Prisma.empty : Prisma.sql`AND k."accountKey" = ${account}`;
  const found = await database.$queryRaw<{ key: number }[]>`
    SELECT k."key" FROM "ApiKey" k
     WHERE k."key" < ${before} ${ofAccount}
       AND (k."id" = ${text} OR k."hint" = ${text}
            OR ${contains(Prisma.sql`k."name"`, text)})
       AND (${Number(operators)} = 0 OR k."operator")
       AND (${Number(state === 'active')} = 0 OR k."revokedAt" IS NULL)
       AND (${Number(state === 'revoked')} = 0 OR k."revokedAt" IS NOT NULL)
     ORDER BY k."key" DESC LIMIT ${most + 1}`;
  const { rows, next } = pageOf(found, most, ({ key }) => Number(key));
  const keys = await database.apiKey.findMany({
    where: { key: { in: rows.map(({ key }) => Number(key)) }, NOT: uncollectedGrant() },
    orderBy: { key: 'desc' },
    select: {
      id: true,
      name: true,
      hint: true,
      operator: true,
      createdAt: true,
      lastUsedAt: true,
      expiresAt: true,
      revokedAt: true,
      account: { select: named },
      person: { select: named },
      operatorPerson: { select: named },
    },
  });
  const listed = keys.map(({ operatorPerson, person, ...key }) => ({
    ...key,
    person: operatorPerson ?? person,
  }));
  return { rows: listed, next };
}

async function findAccount({ account }: PrismaClient, id: string): Promise<number | undefined> {
  return (await account.findUnique({ where: { id }, select: { key: true } }))?.key;
}
