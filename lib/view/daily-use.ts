import { allowanceWords } from '../ledger/allowance.ts';
import { capitalized } from '../text/names.ts';
import type { CreditAccount, UsageKind } from '../account/credit-account.ts';
import type { EntryKind } from '../ledger/purse.ts';
import type { RefusedUsage } from '../call/call-list.ts';

type UsageRows = CreditAccount['usage'];

/** Products beyond the number of colours are shown as one. */
export const mostSeries = 5;
const days = 31;
const dayMs = 24 * 60 * 60 * 1000;

export interface DailyUse {
  /** Products by credits; the others are summed up as `others`. */
  series: string[];
  days: { day: string; calls: number; credits: number; by: Record<string, number> }[];
  credits: number;
  calls: number;
}

export const others = 'others';

/** The last 31 days up to `today`, with the credits of each product. */
export function dailyUse(usage: UsageRows, today: string): DailyUse {
  const totals = new Map<string, number>();
  for (const { productId, credits } of usage) totals.set(productId, (totals.get(productId) ?? 0) + credits);
  const ranked = [...totals].sort(([a, of], [b, than]) => than - of || (a < b ? -1 : 1)).map(([id]) => id);
  const shown = ranked.length > mostSeries ? [...ranked.slice(0, mostSeries), others] : ranked;
  const until = Date.parse(`${today}T00:00:00Z`);
  const list = Array.from({ length: days }, (_, index) => {
    const day = new Date(until - (days - 1 - index) * dayMs).toISOString().slice(0, 10);
    const rows = usage.filter((row) => row.day === day);
    const by = Object.fromEntries(shown.map((id) => [id, 0]));
    for (const { productId, credits } of rows) {
      const id = shown.includes(productId) ? productId : others;
      by[id] = (by[id] ?? 0) + credits;
    }
    return { day, calls: sumOf(rows, 'calls'), credits: sumOf(rows, 'credits'), by };
  });
  return { series: shown, days: list, credits: sumOf(list, 'credits'), calls: sumOf(list, 'calls') };
}

function sumOf<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

type RefusedTotal = Omit<RefusedUsage['list'][number], 'day'>;

/** The refused calls of all days by reason and API key, the most frequent first. */
export function refusedTotals(list: RefusedUsage['list']): RefusedTotal[] {
  const totals = new Map<string, RefusedTotal>();
  for (const { day: _day, ...row } of list) {
    const name = `${row.problem} ${row.key?.id}`;
    totals.set(name, { ...row, calls: row.calls + (totals.get(name)?.calls ?? 0) });
  }
  return [...totals.values()].toSorted((one, other) => other.calls - one.calls);
}

interface Words {
  title: string;
  one: string;
  others: string;
  none: string;
}

/** How a page names what usage is summed up by. */
export const usageWords: Record<UsageKind, Words> = {
  product: { title: 'Product', one: 'product', others: 'Other products', none: 'No product' },
  key: { title: 'API key', one: 'key', others: 'Other keys', none: 'Without a key' },
  member: { title: 'Member', one: 'member', others: 'Other members', none: 'Not by a member' },
};

/** How a page names the kinds of ledger entries. */
export const entryWords: Record<EntryKind, string> = {
  allowance: `${capitalized(allowanceWords.adjective)} allowance`,
  grant: 'Credits added',
  charge: 'Call',
  refund: 'Refund',
  correction: 'Correction',
};

/** How a filter names them. */
export const entryFilterWords: Record<EntryKind | 'issued', string> = {
  issued: 'All except charges',
  grant: 'Grants',
  allowance: 'Guest allowances',
  charge: 'Charges',
  refund: 'Refunds',
  correction: 'Corrections',
};
