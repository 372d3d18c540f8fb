import { z } from 'zod';
import type { CreditAccount } from '../../lib/account/credit-account.ts';
import type { Caller } from '../callers/caller.ts';
import type { LedgerEntry } from '../store/ledger.ts';
import { utcDay } from '../../lib/text/utc-day.ts';
import type { Context } from '../portal/context.ts';
import { readBalance, readLimits } from './read-limits.ts';
import { wholeParameter } from '../whole-parameter.ts';

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
