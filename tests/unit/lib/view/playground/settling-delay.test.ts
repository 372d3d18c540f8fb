import { expect, it } from 'vitest';
import { settlingDelayMs } from '../../../../../lib/view/playground/call-state.ts';

it('asks soon, then less often, and ends within minutes', () => {
  const delays = Array.from({ length: 100 }, (_, tries) => settlingDelayMs(tries));
  const waits = delays.filter((delay) => delay !== false);
  expect(waits[0]).toBe(200);
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(delays.slice(waits.length)).not.toContainEqual(expect.any(Number));
  const totalMs = waits.reduce((sum, delay) => sum + delay, 0);
  expect(totalMs).toBeGreaterThan(2 * 60_000);
  expect(totalMs).toBeLessThan(5 * 60_000);
});
