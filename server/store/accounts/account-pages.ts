import { earnedKey } from '../../../lib/ledger/purse.ts';
import { entryKind } from '../../../lib/account/credit-account.ts';
import type { EntryKind } from '../../../lib/ledger/purse.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { type PageOf, type PageWish, afterAll, contains, pageOf } from '../prisma-reads.ts';
import type { KeyFilter, KeyOfAllRow, EntryFilter, EntryRow } from './account-rows.ts';
import { uncollectedGrant } from './active-keys.ts';

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

/** No index has the kinds of an account's entries, nor all entries of callers: a page looks at so many, however few match. */
const mostConsidered = 5_000;

/** Repeats the condition of an index, without a parameter, or SQLite would not use it. */
const ofCaller = Prisma.raw(`e."purseKey" > ${earnedKey}`);

interface Row {
  id: bigint | number;
  amount: bigint | number;
  kind: string;
  at: Date | number | string;
  reason: string | null;
  callId: string | null;
  purseId: string;
}

/** The entries of callers from the newest on. */
export async function pageOfEntries(
  database: PrismaClient,
  { accountId, kind }: EntryFilter,
  wish: PageWish,
): Promise<PageOf<EntryRow>> {
  const kinds = kind === 'issued' ? issuedKinds : kind && [kind];
  if (accountId === undefined)
    return kinds && !kinds.includes('charge')
      ? newestOfKinds(database, kinds, wish)
      : newestOfConsidered(database, Prisma.empty, kinds, wish);
  const purse = await database.purse.findUnique({ where: { id: accountId }, select: { key: true } });
  if (purse === null) return { rows: [], next: null };
  const ofPurse = Prisma.sql`AND e."purseKey" = ${purse.key} AND ${ofCaller}`;
  return newestOfConsidered(database, ofPurse, kinds, wish);
}

const issuedKinds = entryKind.options.filter((kind) => kind !== 'charge');

/**
 * Each kind's newest are found in an index, which has all kinds but charges, and the newest of those are the page. In one
 * statement, or it could have an entry that is made meanwhile, and not the one before it.
 */
async function newestOfKinds(
  database: PrismaClient,
  kinds: EntryKind[],
  { before = Number.MAX_SAFE_INTEGER, most }: PageWish,
): Promise<PageOf<EntryRow>> {
  const ofKind = (kind: EntryKind) => Prisma.sql`
    SELECT * FROM (SELECT e.* FROM "Entry" e
                    WHERE ${ofCaller} AND e."kind" = ${kind} AND e."kind" <> 'charge' AND e."key" < ${before}
                    ORDER BY e."key" DESC LIMIT ${most + 1}) k`;
  const newest = Prisma.join(kinds.map(ofKind), ' UNION ALL ');
  const found = await readEntries(database, newest, most + 1);
  return pageOf(found, most, ({ id }) => id);
}

/** Reads no more entries than a page considers. */
async function newestOfConsidered(
  database: PrismaClient,
  ofPurse: Prisma.Sql,
  kinds: EntryKind[] | undefined,
  { before = Number.MAX_SAFE_INTEGER, most }: PageWish,
): Promise<PageOf<EntryRow>> {
  const [left] = await database.$queryRaw<{ key: bigint | number }[]>`
    SELECT e."key" FROM "Entry" e WHERE e."key" < ${before} ${ofPurse}
     ORDER BY e."key" DESC LIMIT 1 OFFSET ${mostConsidered}`;
  const ofKind = kinds ? Prisma.sql`AND e."kind" IN (${Prisma.join(kinds)})` : Prisma.empty;
  const found = await readEntries(
    database,
    Prisma.sql`
      SELECT e.* FROM "Entry" e
       WHERE ${ofCaller} AND e."key" < ${before} AND e."key" > ${Number(left?.key ?? 0)} ${ofPurse} ${ofKind}`,
    most + 1,
  );
  const rows = found.slice(0, most);
  const next = found.length > most ? rows.at(-1)?.id : left && Number(left.key) + 1;
  return { rows, next: next ?? null };
}

/** The newest of these rows of entries. */
async function readEntries(database: PrismaClient, entries: Prisma.Sql, most: number): Promise<EntryRow[]> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT e."key" AS "id", e."amount", e."kind", e."at", e."reason", c."id" AS "callId", p."id" AS "purseId"
      FROM (${entries}) e JOIN "Purse" p ON p."key" = e."purseKey" LEFT JOIN "Call" c ON c."key" = e."callKey"
     ORDER BY e."key" DESC LIMIT ${most}`;
  return rows.map(({ id, amount, kind, at, ...row }) => ({
    ...row,
    id: Number(id),
    amount: Number(amount),
    kind: entryKind.parse(kind),
    at: new Date(at),
  }));
}
