import { z } from 'zod';
import type { SpendingLimits } from '../../lib/account/api-keys.ts';
import {
  type CreditAccount,
  type Usage,
  type UsageKind,
  usageKinds,
} from '../../lib/account/credit-account.ts';
import type { RefusedCallList, RefusedUsage } from '../../lib/call/call-list.ts';
import { hasCap } from '../../lib/ledger/caps.ts';
import { invalidParameter } from '../../lib/problem/problem.ts';
import { isProblemCode, problems } from '../../lib/problem/problems.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { nextAllowanceAt } from '../../lib/ledger/allowance.ts';
import { utcDay, utcToday } from '../../lib/text/times.ts';
import type { Caller } from '../callers/caller.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { formatParameter, wholeParameter } from '../list-parameters.ts';
import type { RefusedCallRow } from '../store/calls/call-rows.ts';
import { mostRefusedCalls } from '../store/calls/refusal-jobs.ts';
import type { LedgerEntry } from '../store/ledger.ts';

export type Funds = Pick<CreditAccount, 'balance' | 'held' | 'available' | 'resetsAt' | 'creditsUrl'>;

/** The balance of the caller, and where more comes from: the next allowance of a guest, and what is bought. */
export async function readBalance(
  { store, settings: { creditsUrl } }: Context,
  { purse: id, allowance }: Pick<Caller, 'purse' | 'allowance'>,
  nowMs = Date.now(),
): Promise<Funds> {
  const { posted, pending, available } = await store.ledger.balance({ id, allowance, nowMs });
  return {
    balance: posted,
    held: pending,
    available,
    ...(allowance !== null && { resetsAt: nextAllowanceAt(nowMs) }),
    ...(creditsUrl !== undefined && { creditsUrl }),
  };
}

/** The spending of an account against its limits; undefined if it has none. */
async function readLimits({ store }: Context, accountId: string): Promise<SpendingLimits | undefined> {
  const day = utcToday();
  const month = day.slice(0, 7);
  const { caps, spent } = await store.accounts.readSpending(accountId, [day, month, 'all']);
  if (!hasCap(caps)) return undefined;
  return {
    day: { cap: caps.capDay, spent: spent.get(day) ?? 0 },
    month: { cap: caps.capMonth, spent: spent.get(month) ?? 0 },
    total: { cap: caps.capTotal, spent: spent.get('all') ?? 0 },
  };
}

/** Entries are read from the newest on: further back than this, the way there would keep calls waiting. */
export const mostEntryPages = 100;

/** Strict, as lists are: what it would ignore would pass for what was asked. */
export const creditsQuery = z.strictObject({
  page: wholeParameter(1, mostEntryPages, `a whole number from 1 to ${mostEntryPages}`)
    .default(1)
    .meta({
      description: 'Page of the entries.',
      override: { type: 'integer', minimum: 1, maximum: mostEntryPages, default: 1 },
    }),
  pageSize: wholeParameter(1, 100, 'a whole number from 1 to 100')
    .default(10)
    .meta({
      description: 'Entries per page.',
      override: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    }),
  product: z.string().min(1).optional().meta({
    description: 'Id or slug of a product: `spendable` is then what can be spent on it.',
  }),
});

const dayMs = 24 * 60 * 60_000;
const usageDays = 31;
/** Thirty-one days of thirty products a day; a portal of thousands does not send them all. */
const mostUsage = 1_000;

type PurseHolder = Pick<Caller, 'kind' | 'owner' | 'purse' | 'allowance'>;

/** The balance of the caller, the transfers that changed it, and the calls that spent it. */
export async function readCredits(
  context: Context,
  caller: PurseHolder,
  page: Pick<z.output<typeof creditsQuery>, 'page' | 'pageSize'>,
): Promise<CreditAccount> {
  const { ledger, calls } = context.store;
  const nowMs = Date.now();
  const balance = await readBalance(context, caller, nowMs);
  const { list, total } = await ledger.entries(caller.purse, page);
  const limits = caller.kind === 'account' ? await readLimits(context, caller.purse) : undefined;
  const since = utcDay(nowMs - usageDays * dayMs);
  return {
    ...balance,
    ...(limits && { limits }),
    entries: { list: await withProducts(context, caller, list), total },
    usage: await calls.readUse(caller.purse, since, mostUsage),
  };
}

/**
 * Each entry with the product of its call. Guests of one network share a purse, and the id of a call opens its receipt:
 * each guest sees only the ids of their own calls.
 */
async function withProducts(
  { store }: Context,
  { kind, owner }: Pick<Caller, 'kind' | 'owner'>,
  list: LedgerEntry[],
): Promise<CreditAccount['entries']['list']> {
  const ids = list.flatMap(({ callId }) => callId ?? []);
  const products = await store.calls.readProducts(ids, kind === 'guest' ? owner : undefined);
  return list.map((entry) => {
    const product = entry.callId === null ? undefined : products.get(entry.callId);
    const callId = kind === 'guest' && !product ? null : entry.callId;
    return { ...entry, callId, product: product ?? null };
  });
}

const day = (description: string) =>
  z
    .string()
    .refine((text) => z.iso.date().safeParse(text).success, 'a date such as 2026-11-21')
    .optional()
    .meta({ description, override: { type: 'string', format: 'date' } });

export const usageQuery = z.object({
  by: z
    .enum(usageKinds, usageKinds.join(', '))
    .default('product')
    .meta({ description: 'What the calls are summed up by.' }),
  from: day('The first day. Default: 30 days before the last.'),
  to: day('The last day. Default: today.'),
  format: formatParameter,
});

type UsageQuery = z.output<typeof usageQuery>;
const usualDays = 31;
const mostDays = 366;
/** Thirty rows a day for a year. */
const mostRows = 11_000;

/** Calls and credits of a purse by day, and by product, API key or member. */
export async function sumUsage(context: Context, purse: string, query: UsageQuery): Promise<Usage> {
  const { from, to } = periodOf(query);
  const wish = { from, to, by: query.by, most: mostRows + 1 };
  const list = await context.store.calls.readUsage(purse, wish);
  if (list.length > mostRows)
    throw invalidParameter(
      'from',
      `These days have more than ${groupedNumber(mostRows)} sums. Ask for fewer days at a time.`,
    );
  return { by: query.by, from, to, list };
}

/** The days of a query, which are 31 by default. */
function periodOf({ from: first, to: last }: Pick<UsageQuery, 'from' | 'to'>): {
  from: string;
  to: string;
} {
  const to = last ?? utcDay(Date.now());
  const from = first ?? utcDay(Date.parse(to) - (usualDays - 1) * dayMs);
  if (from > to) throw invalidParameter('from', `from is ${from}, which is after ${to}. Swap them.`);
  if (Date.parse(to) - Date.parse(from) >= mostDays * dayMs)
    throw invalidParameter('from', `from ${from} to ${to} are more than ${mostDays} days. Ask for fewer.`);
  return { from, to };
}

/** Calls and credits of the caller by day, and by product, API key or member. */
export async function readUsage(context: Context, caller: Caller, query: UsageQuery): Promise<Usage> {
  refuseUnlessSeen(caller, query.by);
  return sumUsage(context, caller.purse, query);
}

const verbs = { product: 'read-credits', key: 'read-keys', member: 'read-members' } as const;

function refuseUnlessSeen(caller: Caller, by: UsageKind): void {
  if (by !== 'product' && caller.kind === 'guest')
    throw invalidParameter('by', 'Guests have no API keys and no members: ask for the usage by product.');
  requireRole(caller, verbs[by]);
}

const { from, to } = usageQuery.shape;
/** Days have few reasons, and few keys that are refused. */
const mostSums = 5_000;

export const refusedUsageQuery = z.object({ from, to, format: formatParameter });

export const refusedCallsQuery = z.object({
  page: wholeParameter(1, mostRefusedCalls, 'a whole number from 1 to 1000')
    .default(1)
    .meta({ description: 'Page number.', override: { type: 'integer', minimum: 1, default: 1 } }),
  pageSize: wholeParameter(1, mostRefusedCalls, 'a whole number from 1 to 1000')
    .default(20)
    .meta({
      description: 'Items per page.',
      override: { type: 'integer', minimum: 1, maximum: mostRefusedCalls, default: 20 },
    }),
  format: formatParameter,
});

type RefusedCallsQuery = z.output<typeof refusedCallsQuery>;
type RefusedUsageQuery = z.output<typeof refusedUsageQuery>;

/** The last refused calls of the caller's account. Those of guests are not kept. */
export async function listRefusedCalls(
  context: Context,
  caller: Caller,
  query: RefusedCallsQuery,
): Promise<RefusedCallList> {
  requireRole(caller, 'read-calls');
  return refusedCallsOf(context, caller.purse, query);
}

export async function refusedCallsOf(
  { store }: Pick<Context, 'store'>,
  accountId: string,
  { page, pageSize }: RefusedCallsQuery,
): Promise<RefusedCallList> {
  const { rows, total } = await store.calls.listRefused(accountId, { page, pageSize });
  return {
    list: rows.map((row) => ({ ...listedRefusal(row), person: row.person })),
    total,
  };
}

/** How many calls of the caller's account were refused, by day, API key and reason. */
export async function readRefusedUsage(
  context: Context,
  caller: Caller,
  query: RefusedUsageQuery,
): Promise<RefusedUsage> {
  requireRole(caller, 'read-calls');
  return refusedUsageOf(context, caller.purse, query);
}

export async function refusedUsageOf(
  { store }: Pick<Context, 'store'>,
  accountId: string,
  query: RefusedUsageQuery,
): Promise<RefusedUsage> {
  const period = periodOf(query);
  const rows = await store.calls.countRefused(accountId, { ...period, most: mostSums + 1 });
  const list = rows.slice(0, mostSums).map(({ apiKey, ...row }) => ({
    ...row,
    key: apiKey,
    title: titleOf(row.problem),
  }));
  return { ...period, list, ...(rows.length > mostSums && { truncated: true as const }) };
}

/** A refused call without the person who made it. */
export function listedRefusal({
  at,
  apiKey,
  person: _person,
  ...row
}: RefusedCallRow): Omit<RefusedCallList['list'][number], 'person'> {
  return { ...row, at: at.toISOString(), key: apiKey, title: titleOf(row.problem) };
}

/** Codes of a later version have no title here. */
function titleOf(problem: string): string {
  return isProblemCode(problem) ? problems[problem].title : problem;
}
