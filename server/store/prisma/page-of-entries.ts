import { entryKind } from '../../../lib/account/credit-account.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { Prisma } from '../../../prisma/generated/sqlite/client.ts';
import type { EntryFilter, EntryRow } from '../accounts.ts';
import type { PageOf, PageWish } from '../page.ts';
import { earnedKey } from '../sql/portal-purses.ts';

/** No index has kinds, nor the entries of all callers: a page looks at so many entries, however few match. */
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

/** The entries of callers from the newest on. Reads no more of them than a page considers. */
export async function pageOfEntries(
  database: PrismaClient,
  { accountId, kind }: EntryFilter,
  { before = Number.MAX_SAFE_INTEGER, most }: PageWish,
): Promise<PageOf<EntryRow>> {
  const purse = accountId === undefined ? null : await findPurse(database, accountId);
  if (purse === undefined) return { rows: [], next: null };
  const ofPurse = purse === null ? Prisma.empty : Prisma.sql`AND e."purseKey" = ${purse} AND ${ofCaller}`;
  const [left] = await database.$queryRaw<{ key: bigint | number }[]>`
    SELECT e."key" FROM "Entry" e WHERE e."key" < ${before} ${ofPurse}
     ORDER BY e."key" DESC LIMIT 1 OFFSET ${mostConsidered}`;
  const ofKind =
    kind === undefined
      ? Prisma.empty
      : kind === 'issued'
        ? Prisma.sql`AND e."kind" <> 'charge'`
        : Prisma.sql`AND e."kind" = ${kind}`;
  const found = await database.$queryRaw<Row[]>`
    SELECT e."key" AS "id", e."amount", e."kind", e."at", e."reason", c."id" AS "callId", p."id" AS "purseId"
      FROM "Entry" e JOIN "Purse" p ON p."key" = e."purseKey" LEFT JOIN "Call" c ON c."key" = e."callKey"
     WHERE ${ofCaller} AND e."key" < ${before} AND e."key" > ${Number(left?.key ?? 0)}
           ${ofPurse} ${ofKind}
     ORDER BY e."key" DESC LIMIT ${most + 1}`;
  const rows = found.slice(0, most).map(rowOf);
  const next = found.length > most ? rows.at(-1)?.id : left && Number(left.key) + 1;
  return { rows, next: next ?? null };
}

async function findPurse({ purse }: PrismaClient, id: string): Promise<number | undefined> {
  return (await purse.findUnique({ where: { id }, select: { key: true } }))?.key;
}

function rowOf({ id, amount, kind, at, ...row }: Row): EntryRow {
  return { ...row, id: Number(id), amount: Number(amount), kind: entryKind.parse(kind), at: new Date(at) };
}
