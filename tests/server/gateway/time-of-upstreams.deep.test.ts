import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefused, expectSoundLedger } from '../../setup/call-expectations.ts';
import { type CallReply, sendCall } from '../../setup/send-call.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal([], undefined, { FAREBOX_RATE_LIMIT: '600', FAREBOX_GUEST_CREDITS: '1000000' });
  expect((await sendCall(portal.url, 'json-diff', { before: 1, after: 2 })).status).toBe(200);
});
afterAll(async () => {
  try {
    await expectSoundLedger(portal.dataFolder);
  } finally {
    await portal.stop();
  }
});

/** It compares each with each of the others, until its time is over. */
const endless = {
  schema: { uniqueItems: true },
  document: Array.from({ length: 30_000 }, (_, value) => ({ value })),
};
const atOneTime = 8;
const callsOfOthers = 60;
/** Half of what one call of the attack takes: where all products share a thread, others wait for at least one of them. */
const mostMedianMs = 1_000;

/** Calls again and again, eight at a time, until it is told that its calls are made one at a time. */
async function attack(replies: CallReply[]): Promise<void> {
  let isSlowed = false;
  const again = async () => {
    while (!isSlowed) {
      const reply = await sendCall(portal.url, 'validate-json', endless, { from: '127.0.0.48' });
      replies.push(reply);
      isSlowed ||= reply.text.includes('made one at a time');
    }
  };
  await Promise.all(Array.from({ length: atOneTime }, again));
}

async function timesOf(product: string, input: object): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < callsOfOthers; count += 1) {
    const startedMs = performance.now();
    const reply = await sendCall(portal.url, product, { ...input });
    times.push(performance.now() - startedMs);
    expect([product, reply.status, reply.charged > 0]).toEqual([product, 200, true]);
  }
  return times.sort((one, other) => one - other);
}

describe('calls that run out of their time at the toolbox, for nothing', () => {
  it('leave quick products quick for others, and are made one at a time before long', async () => {
    const replies: CallReply[] = [];
    const attacking = attack(replies);
    const quick = await timesOf('unique-ids', {});
    expect(quick[callsOfOthers / 2]).toBeLessThan(mostMedianMs);
    // This one shares its workers.
    const shared = await timesOf('json-diff', { before: { a: 1 }, after: { a: 2 } });
    expect(shared[callsOfOthers / 2]).toBeLessThan(mostMedianMs);
    await attacking;
    expect(replies.map(({ charged }) => charged)).toEqual(replies.map(() => 0));
    const rejected = replies.filter(({ status }) => status === 422);
    expect(rejected[0]?.text).toContain('needs more than 2000 ms of work');
    const slowed = replies.find(({ text }) => text.includes('made one at a time'));
    if (!slowed) throw new Error('The caller is not slowed down.');
    expectRefused(slowed, 503, 'upstream-busy');
    expect(slowed.headers['retry-after']).toBe('2');
  });
});
