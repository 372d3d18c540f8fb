import { expect, it } from 'vitest';
import { OneAtATime } from '../../../../server/desk/one-at-a-time.ts';

it('runs one work after another, goes on after a failure, and has room for four more', async () => {
  const line = new OneAtATime('It is busy.');
  const told: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const works = ['a', 'b', 'c', 'd', 'e'].map((name) => {
    line.requireRoom();
    return line.run(async () => {
      told.push(`${name} begins`);
      await gate;
      told.push(`${name} ends`);
      if (name === 'b') throw new Error('failed');
    });
  });
  expect(() => line.requireRoom()).toThrow('It is busy. Try again in a minute.');
  open();
  const ends = await Promise.allSettled(works);
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(told).toEqual(['a', 'b', 'c', 'd', 'e'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  line.requireRoom();
});
