import type { EntryKind, Usage, UsageKind } from '../account/credit-account.ts';

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
  allowance: 'Daily allowance',
  grant: 'Credits added',
  charge: 'Call',
  refund: 'Refund',
  correction: 'Correction',
};

interface UsageTotal {
  of: Usage['list'][number]['of'];
  calls: number;
  credits: number;
}

/** The usage of all days, by what it is summed up by: the most credits first. */
export function usageTotals(list: Usage['list']): UsageTotal[] {
  const totals = new Map<string, UsageTotal>();
  for (const { of, calls, credits } of list) {
    const id = of?.id ?? '';
    const before = totals.get(id) ?? { of, calls: 0, credits: 0 };
    totals.set(id, { of, calls: before.calls + calls, credits: before.credits + credits });
  }
  return [...totals.values()].toSorted((a, b) => b.credits - a.credits || b.calls - a.calls);
}
