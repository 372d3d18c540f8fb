import { expect, test } from 'vitest';
import { hashPassword, isPassword } from '../../../../server/people/password-hash.ts';

/** A client of a network, who can go away. */
function client(network: string) {
  const listeners: (() => void)[] = [];
  return {
    network,
    whenGone: (listener: () => void) => void listeners.push(listener),
    leave: () => listeners.forEach((listener) => listener()),
  };
}
const here = client('198.51.100.7');

test('the hash of a password is another one each time', async () => {
  const hash = await hashPassword('brolly tunnel waxing', here);
  expect(await hashPassword('brolly tunnel waxing', here)).not.toBe(hash);
});

test('many passwords of one network delay no other network, and none is hashed for a client that is gone', async () => {
  const hash = await hashPassword('brolly tunnel waxing', here);
  const guesser = client('203.0.113.9');
  let finished = 0;
  const guesses = Array.from({ length: 60 }, async (_, guess) => {
    await isPassword(`guess ${guess}`, hash, guesser);
    finished += 1;
  });
  const settled = Promise.allSettled(guesses);
  expect(await isPassword('brolly tunnel waxing', hash, here)).toBe(true);
  // One at a time beside it; in the order of their arrival all 60 would come first.
  const before = finished;
  expect(before).toBeLessThan(30);
  guesser.leave();
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(60 - before - 2);
});
