import type { Usage } from './credit-account.ts';

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
