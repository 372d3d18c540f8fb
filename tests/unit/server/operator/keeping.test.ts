import { expect, it } from 'vitest';
import { keeping } from '../../../../server/operator/read-health.ts';

it('a read is kept for its time, by name, and one that failed is not kept', async () => {
  const store = {};
  let reads = 0;
  const kept = keeping<number>({ keptMs: 1_000 });
  const read = (name: string, nowMs: number) => kept(store, name, nowMs, () => Promise.resolve((reads += 1)));
  expect(await Promise.all([read('one', 0), read('one', 0), read('one', 999)])).toEqual([1, 1, 1]);
  expect([await read('other', 500), await read('one', 1_000), await read('other', 1_000)]).toEqual([2, 3, 2]);
  await expect(kept(store, 'broken', 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await read('broken', 1)).toBe(4);
  expect(await keeping<number>({ keptMs: 1_000 })({}, 'one', 0, () => Promise.resolve(9))).toBe(9);
});

it('a read that takes longer than it is kept is shared until it ends', async () => {
  const store = {};
  const kept = keeping<number>({ keptMs: 1_000 });
  let end = (_value: number): void => {};
  const slow = kept(store, 'one', 0, () => new Promise((resolve) => (end = resolve)));
  const late = kept(store, 'one', 5_000, () => Promise.resolve(2));
  end(1);
  expect(await Promise.all([slow, late])).toEqual([1, 1]);
  expect(await kept(store, 'one', 5_001, () => Promise.resolve(3))).toBe(3);
});

it('what takes long to be read again is served from before for a while, and then waited for', async () => {
  const store = {};
  const kept = keeping<number>({ keptMs: 1_000, servedMs: 3_000 });
  const ends: ((value: number) => void)[] = [];
  const at = (nowMs: number) => kept(store, 'one', nowMs, () => new Promise((resolve) => ends.push(resolve)));
  const first = at(0);
  ends[0]?.(1);
  expect([await first, await at(999), await at(1_000), await at(2_999)]).toEqual([1, 1, 1, 1]);
  expect(ends).toHaveLength(2);
  const late = at(3_000);
  ends[1]?.(2);
  expect([await late, await at(1_999)]).toEqual([2, 2]);
  const other = at(9_000);
  ends[2]?.(3);
  expect(await other).toBe(3);
});

it('a read that fails is answered from before while that may be served, and then fails', async () => {
  const store = {};
  const kept = keeping<number>({ keptMs: 1_000, servedMs: 3_000 });
  const failAt = (nowMs: number) => kept(store, 'one', nowMs, () => Promise.reject(new Error('no')));
  expect(await kept(store, 'one', 0, () => Promise.resolve(1))).toBe(1);
  expect([await failAt(1_000), await failAt(2_999)]).toEqual([1, 1]);
  await expect(failAt(3_000)).rejects.toThrow('no');
  expect(await kept(store, 'one', 3_001, () => Promise.resolve(2))).toBe(2);
});
