import type { RefusedUsage } from '../call/refused-calls.ts';

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
