import { expect, it } from 'vitest';
import type { CallFacts } from '../../../../lib/backtest/call-facts.ts';
import { joinAccounts, SumBacktest } from '../../../../lib/backtest/sum-backtest.ts';

const call = (purse: string, charged: number, id = 'call_1'): CallFacts => ({
  ...{ id, version: 1, purse, charged, quoted: charged, startedAt: 0, state: 'settled', ending: null },
});
const covered = (charged: number, quoted = charged) => ({
  ...{ covered: true as const, charged, quoted, priced: null },
});

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
      overTenth: 2,
      change: { p50: 0, p95: 2, most: 2 },
      spread: { percent: 20, accounts: [0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0] },
    },
  });
  expect(joinAccounts([sum], 20)).toEqual({
    list: [
      { account: 'acc_b', columns: [{ account: 'acc_b', calls: 1, before: 10, after: 7, mayRunOut: false }] },
      { account: 'acc_a', columns: [{ account: 'acc_a', calls: 2, before: 10, after: 12, mayRunOut: true }] },
      { account: null, columns: [{ account: null, calls: 2, before: 4, after: 6, mayRunOut: true }] },
      { account: 'acc_c', columns: [{ account: 'acc_c', calls: 1, before: 1, after: 1, mayRunOut: false }] },
    ],
    all: 4,
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
  const { list, all } = joinAccounts([sum], 20);
  expect(all).toBe(1_000);
  expect(list.map(({ columns: [own] }) => (own?.before ?? 0) - (own?.after ?? 0))).toEqual(
    Array.from({ length: 20 }, (_, index) => 999 - index),
  );
  expect(accounts).toMatchObject({
    ...{ dearer: 0, cheaper: 999, same: 1 },
    change: { p50: -500, p95: -50, most: 0 },
  });
});

it('puts an account beside itself by several drafts, and knows which could have run out', () => {
  const [dearer, holding, unsure] = [new SumBacktest(), new SumBacktest(), new SumBacktest()];
  dearer.add(call('acc_a', 5), covered(6));
  holding.add(call('acc_a', 5), covered(5, 9));
  unsure.add(call('acc_a', 5), { covered: false, why: 'no-input' });
  const sums = { account: 'acc_a', mayRunOut: true };
  expect(joinAccounts([dearer, holding, unsure], 20).list).toEqual([
    {
      account: 'acc_a',
      columns: [
        { ...sums, calls: 1, before: 5, after: 6 },
        { ...sums, calls: 1, before: 5, after: 5 },
        { ...sums, calls: 0, before: 0, after: 0 },
      ],
    },
  ]);
});
