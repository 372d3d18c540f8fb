import { earnedKey } from '../../../lib/ledger/purse.ts';
import { entryKind } from '../../../lib/account/credit-account.ts';
import type { EntryKind } from '../../../lib/ledger/purse.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { accountOrders, keyOrders } from '../../../lib/operator/list-orders.ts';
import { spans, startOf, sumKinds } from '../calls/usage-sums.ts';
import {
  inOrder,
  type OrderedPage,
  type OrderedReads,
  type OrderedWish,
  readOrdered,
  timeOrNever,
  withoutCase,
} from '../order-rows.ts';
import { type PageOf, type PageWish, contains, pageOf } from '../prisma-reads.ts';
import type {
  AccountFilter,
  AccountSummary,
  KeyFilter,
  KeyOfAllRow,
  EntryFilter,
  EntryRow,
} from './account-rows.ts';
import { uncollectedGrant } from './active-keys.ts';

export type AccountWish = OrderedWish<(typeof accountOrders)[number]['name']>;
export type KeyWish = OrderedWish<(typeof keyOrders)[number]['name']>;

const hourMs = 60 * 60_000;

function thisMonth(): number {
  return startOf(spans.month, Math.floor(Date.now() / hourMs));
}

const lastDay = Prisma.sql`(SELECT max(d."day") FROM "DailyUse" d WHERE d."purseKey" = p."key")`;

const isOpen = Prisma.sql`a."closedAt" IS NULL`;

function inState(state: AccountFilter['state'], text: string): Prisma.Sql {
  switch (state) {
    case undefined:
      return Prisma.empty;
    case 'open':
      return Prisma.sql`AND (${isOpen} OR a."id" = ${text})`;
    case 'suspended':
      return Prisma.sql`AND ${isOpen} AND p."suspendedAt" IS NOT NULL`;
    case 'closed':
      return Prisma.sql`AND a."closedAt" IS NOT NULL`;
  }
}

/** The keys of a page of accounts. */
export function pageOfAccounts(
  reads: OrderedReads,
  { text = '', state }: AccountFilter,
  wish: AccountWish,
): Promise<OrderedPage<number>> {
  const columns = {
    name: withoutCase(Prisma.sql`a."name"`, reads.engine),
    available: Prisma.sql`coalesce(p."posted" - p."pending", 0)`,
    spent: Prisma.sql`coalesce(u."credits", 0)`,
    called: Prisma.sql`coalesce(${lastDay}, '')`,
  };
  const rows = (value: Prisma.Sql) => Prisma.sql`
    SELECT a."key", ${value} AS "value" FROM "Account" a
      LEFT JOIN "Purse" p ON p."id" = a."id"
      LEFT JOIN "UsageSum" u ON u."span" = ${spans.month} AND u."kind" = ${sumKinds.purse}
            AND u."since" = ${thisMonth()} AND u."subject" = p."key" AND u."reason" = ''
     WHERE (a."id" = ${text} OR ${contains(Prisma.sql`a."name"`, text)})
       ${inState(state, text)}`;
  return readOrdered(reads, columns, wish, rows);
}

/** Accounts with their balances, active keys and use, in no order. */
export async function readSummaries(
  database: PrismaClient,
  where: { id: string } | { key: { in: number[] } },
): Promise<AccountSummary[]> {
  const accounts = await database.account.findMany({ where });
  // Counted apart: a count that is included reads the keys of all accounts.
  const counts = await database.apiKey.groupBy({
    by: ['accountKey'],
    where: { accountKey: { in: accounts.map(({ key }) => key) }, revokedAt: null },
    _count: { key: true },
  });
  const activeKeysOf = new Map(counts.map(({ accountKey, _count }) => [accountKey, _count.key]));
  const purses = await database.purse.findMany({
    where: { id: { in: accounts.map(({ id }) => id) } },
    select: { key: true, id: true, posted: true, pending: true, suspendedAt: true },
  });
  const purseOf = new Map(purses.map((purse) => [purse.id, purse]));
  const useOf = await readUse(
    database,
    purses.map(({ key }) => key),
  );
  return accounts.map((account) => {
    const { key, posted = 0, pending = 0, suspendedAt = null } = purseOf.get(account.id) ?? {};
    const amounts = { posted: Number(posted), pending: Number(pending), ...useOf(key) };
    return { ...account, ...amounts, suspendedAt, activeKeys: activeKeysOf.get(account.key) ?? 0 };
  });
}

/** What purses have spent this month, and the day of their last calls. */
async function readUse(
  database: PrismaClient,
  purseKeys: number[],
): Promise<(purseKey: number | undefined) => { spent: number; lastDay: string | null }> {
  if (purseKeys.length === 0) return () => ({ spent: 0, lastDay: null });
  const sums = await database.usageSum.findMany({
    where: {
      ...{ span: spans.month, kind: sumKinds.purse, since: thisMonth() },
      ...{ subject: { in: purseKeys }, reason: '' },
    },
    select: { subject: true, credits: true },
  });
  const days = await database.$queryRaw<{ key: number; day: string | null }[]>`
    SELECT p."key", ${lastDay} AS "day" FROM "Purse" p WHERE p."key" IN (${Prisma.join(purseKeys)})`;
  const spentOf = new Map(sums.map(({ subject, credits }) => [subject, Number(credits)]));
  const dayOf = new Map(days.map(({ key, day }) => [Number(key), day]));
  return (key = 0) => ({ spent: spentOf.get(key) ?? 0, lastDay: dayOf.get(key) ?? null });
}

const named = { id: true, name: true };

/** A page of the API keys of all accounts. */
export async function pageOfKeys(
  reads: OrderedReads,
  { accountId, text = '', state, operators }: KeyFilter,
  wish: KeyWish,
): Promise<OrderedPage<KeyOfAllRow>> {
  const { database, engine } = reads;
  const account = accountId === undefined ? null : await findAccount(database, accountId);
  if (account === undefined) return { rows: [], next: null };
  const ofAccount = account === null ? Prisma.empty : Prisma.sql`AND k."accountKey" = ${account}`;
  const columns = {
    name: withoutCase(Prisma.sql`k."name"`, engine),
    used: timeOrNever(Prisma.sql`k."lastUsedAt"`),
  };
  const rows = (value: Prisma.Sql) => Prisma.sql`
    SELECT k."key", ${value} AS "value" FROM "ApiKey" k
     WHERE (k."id" = ${text} OR k."hint" = ${text}
            OR ${contains(Prisma.sql`k."name"`, text)}) ${ofAccount}
       AND (${Number(operators)} = 0 OR k."operator")
       AND (${Number(state === 'active')} = 0 OR k."revokedAt" IS NULL)
       AND (${Number(state === 'revoked')} = 0 OR k."revokedAt" IS NOT NULL)`;
  const page = await readOrdered(reads, columns, wish, rows);
  const keys = await database.apiKey.findMany({
    where: { key: { in: page.rows }, NOT: uncollectedGrant() },
    select: {
      key: true,
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
  const listed = inOrder(page.rows, keys).map(({ key: _key, operatorPerson, person, ...key }) => ({
    ...key,
    person: operatorPerson ?? person,
  }));
  return { rows: listed, next: page.next };
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
