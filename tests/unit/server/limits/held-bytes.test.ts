import { expect, test } from 'vitest';
import { HeldBytes } from '../../../../server/limits/waiting-line.ts';

test('one network holds at most half of the budget, the next one half of the rest', () => {
  const budget = new HeldBytes(100);
  const most = (network: string) => {
    let bytes = 0;
    while (budget.take(network, 1)) bytes += 1;
    budget.giveBack(network, 1);
    return bytes;
  };
  expect(['a', 'b', 'c', 'd', 'e'].map(most)).toEqual([50, 25, 12, 6, 3]);
});

test('what is given back is there for anybody again', () => {
  const budget = new HeldBytes(100);
  expect([budget.take('a', 30), budget.take('a', 21)]).toEqual([true, false]);
  budget.giveBack('a', 21);
  budget.giveBack('a', 30);
  expect(budget.take('b', 50)).toBe(true);
});
