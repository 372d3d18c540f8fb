import { expect, it } from 'vitest';
import { spreadOf } from '../../../../lib/backtest/spread.ts';

const account = (before: number, after: number) => ({ before, after });

it('counts accounts by how much they change, in steps that tell most of them apart', () => {
  const accounts = [
    ...[account(100, 100), account(0, 0)],
    ...[account(100, 105), account(100, 95), account(1_000, 1_051)],
    ...[account(100, 114), account(100, 120)],
  ];
  expect(spreadOf(accounts)).toEqual({ percent: 5, accounts: [0, 0, 0, 0, 1, 2, 1, 1, 1, 1, 0] });
});

it('widens its steps for a price that doubles, and has those that paid nothing at its end', () => {
  const doubled = Array.from({ length: 20 }, () => account(10, 20));
  expect(spreadOf([...doubled, account(0, 3)])).toEqual({
    ...{ percent: 25, accounts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 1] },
  });
});

it('has no accounts without calls', () => {
  expect(spreadOf([])).toEqual({ percent: 1, accounts: Array.from({ length: 11 }, () => 0) });
});
