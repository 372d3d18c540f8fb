import { z } from 'zod';
import { type Usage, usageKinds } from '../../lib/account/usage.ts';
import { invalidParameter } from '../../lib/problem/invalid-parameter.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { utcDay } from '../../lib/text/utc-day.ts';
import { formatParameter } from '../format-parameter.ts';
import type { Context } from '../portal/context.ts';

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
    .meta({ description: 'Whose calls are summed up.' }),
  from: day('The first day. Default: 30 days before the last.'),
  to: day('The last day. Default: today.'),
  format: formatParameter,
});

export type UsageQuery = z.output<typeof usageQuery>;

const dayMs = 24 * 60 * 60_000;
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
export function periodOf({ from: first, to: last }: Pick<UsageQuery, 'from' | 'to'>): {
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
