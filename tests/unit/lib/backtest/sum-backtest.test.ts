import { expect, it } from 'vitest';
import type { CallFacts } from '../../../../lib/backtest/call-facts.ts';
import { SumBacktest } from '../../../../lib/backtest/sum-backtest.ts';

const call = (purse: string, charged: number, id = 'call_1'): CallFacts => ({
  ...{ id, version: 1, purse, charged, quoted: charged, startedAt: 0, state: 'settled', ending: null },
});
const covered = (charged: number) => ({ covered: true as const, charged, priced: null });

it('adds up calls, accounts and reasons, and nothing that is not covered', () => {
  const sum = new SumBacktest();
  sum.add(call('acc_a', 5), covered(8));
  sum.add(call('acc_a', 5), covered(4));
  sum.add(call('acc_b', 10), covered(7));
  sum.add(call('acc_c', 1), covered(1));
  sum.add(call('guest_1', 2), covered(3));
  sum.add(call('guest_2', 2), covered(3));
  sum.add(call('acc_a', 50), { covered: false, why: 'no-input' });
  sum.add(call('acc_d', 7), { covered: false, why: 'no-input' });
  sum.add(call('acc_a', 0), { covered: false, why: 'running' });
  const { calls, ...rest } = sum.sum;
  expect(rest).toEqual({
    covered: { calls: 6, before: 25, after: 26 },
    uncovered: [
      { why: 'no-input', calls: 2, credits: 57 },
      { why: 'running', calls: 1, credits: 0 },
    ],
    accounts: {
      ...{ dearer: 2, cheaper: 1, same: 1 },
      change: { p50: 0, p95: 2, most: 2 },
      top: [
        { account: 'acc_b', calls: 1, before: 10, after: 7 },
        { account: 'acc_a', calls: 2, before: 10, after: 12 },
        { account: null, calls: 2, before: 4, after: 6 },
        { account: 'acc_c', calls: 1, before: 1, after: 1 },
      ],
    },
  });
  expect(calls.map(({ call: { purse }, again }) => [purse, again.charged])).toEqual([
    ['acc_a', 8],
    ['acc_b', 7],
    ['acc_a', 4],
    ['guest_1', 3],
    ['guest_2', 3],
  ]);
});

it('keeps the ten calls that change most, and twenty accounts', () => {
  const sum = new SumBacktest();
  for (let index = 0; index < 1_000; index += 1) {
    const change = (index * 7) % 1_000;
    sum.add(call(`acc_${index}`, 1_000, `call_${change}`), covered(1_000 - change));
  }
  const { calls, accounts, covered: totals } = sum.sum;
  expect(totals).toEqual({ calls: 1_000, before: 1_000_000, after: 1_000_000 - 499_500 });
  expect(calls.map(({ call: { id } }) => id)).toEqual(
    Array.from({ length: 10 }, (_, index) => `call_${999 - index}`),
  );
  expect(accounts.top.map(({ before, after }) => before - after)).toEqual(
    Array.from({ length: 20 }, (_, index) => 999 - index),
  );
  expect(accounts).toMatchObject({
    ...{ dearer: 0, cheaper: 999, same: 1 },
    change: { p50: -500, p95: -50, most: 0 },
  });
});
