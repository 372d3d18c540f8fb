import { z } from 'zod';
import type { CreditAccount } from '../../lib/account/credit-account.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { Caller } from '../callers/caller.ts';
import type { LedgerEntry } from '../store/ledger.ts';
import { utcDay } from '../../lib/text/utc-day.ts';
import { portal } from '../portal/portal.ts';
import { wholeParameter } from '../http/whole-parameter.ts';
import { privateJson } from '../http/private-response.ts';

/** Entries are read from the newest on: further back than this, the way there would keep calls waiting. */
export const mostEntryPages = 100;

export const creditsQuery = z.object({
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
});

const dayMs = 24 * 60 * 60_000;
const usageDays = 31;
/** Thirty-one days of thirty products a day; a portal of thousands does not send them all. */
const mostUsage = 1_000;

/** What the caller has, what moved it, and what it was spent on. */
export async function readCredits(
  page: z.output<typeof creditsQuery>,
  principal: Caller,
): Promise<BufferedResponse> {
  return privateJson(principal, JSON.stringify(await creditsOf(page, principal)));
}

export async function creditsOf(
  page: z.output<typeof creditsQuery>,
  principal: Caller,
): Promise<CreditAccount> {
  const { purse: id } = principal;
  const nowMs = Date.now();
  const purse = await purseOf(principal, nowMs);
  const { list, total } = await portal().ledger.entries(id, page);
  return {
    ...purse,
    entries: { list: await withProducts(list, principal), total },
    usage: await readUsage(id, nowMs),
  };
}

/** What the caller has, and when there will be more of it without anybody's doing. */
export async function purseOf(
  { purse: id, allowance }: Caller,
  nowMs = Date.now(),
): Promise<Pick<CreditAccount, 'balance' | 'held' | 'available' | 'resetsAt'>> {
  const { posted, pending, available } = await portal().ledger.balance({ id, allowance, nowMs });
  return {
    balance: posted,
    held: pending,
    available,
    ...(allowance !== null && { resetsAt: new Date((Math.floor(nowMs / dayMs) + 1) * dayMs).toISOString() }),
  };
}

/**
 * Each entry with the product of its call. Guests of one network share a purse, and the id of a call opens its receipt:
 * each guest sees only the ids of their own calls.
 */
async function withProducts(
  list: LedgerEntry[],
  { kind, owner }: Caller,
): Promise<CreditAccount['entries']['list']> {
  const ids = list.flatMap(({ callId }) => callId ?? []);
  const calls =
    ids.length === 0 || (kind === 'guest' && owner === null)
      ? []
      : await portal().database.call.findMany({
          where: { id: { in: ids }, ...(kind === 'guest' && { owner }) },
          select: { id: true, product: { select: { id: true, slug: true, name: true } } },
        });
  const products = new Map(calls.map(({ id, product }) => [id, product]));
  return list.map((entry) => {
    const product = entry.callId === null ? undefined : products.get(entry.callId);
    const callId = kind === 'guest' && !product ? null : entry.callId;
    return { ...entry, callId, product: product ?? null };
  });
}

async function readUsage(purseId: string, nowMs: number): Promise<CreditAccount['usage']> {
  const { purse, dailyUse } = portal().database;
  const found = await purse.findUnique({ where: { id: purseId }, select: { key: true } });
  if (!found) return [];
  const rows = await dailyUse.findMany({
    where: { purseKey: found.key, day: { gt: utcDay(nowMs - usageDays * dayMs) } },
    orderBy: [{ day: 'desc' }, { productKey: 'asc' }],
    take: mostUsage,
    select: { day: true, calls: true, credits: true, product: { select: { id: true } } },
  });
  return rows.map(({ day, calls, credits, product }) => ({
    day,
    productId: product.id,
    calls,
    credits: Number(credits),
  }));
}
