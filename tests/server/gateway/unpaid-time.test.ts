import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { mostUnpaidMs } from '../../../server/gateway/deadlines.ts';
import { CallClock } from '../../../server/calls/calls-under-way.ts';
import { callTo, failureOf, outcomeOf, startUpstream, testGateway } from './gateway-rig.ts';

/** Answers when it is told to. */
async function startHeldUpstream() {
  const open: ServerResponse[] = [];
  const upstream = await startUpstream((_request, response) => void open.push(response));
  const answer = (status = 200) => open.shift()?.writeHead(status).end('done');
  const asked = (count: number) => expect.poll(() => upstream.requests.length).toBe(count);
  return { url: upstream.url, answer, asked };
}

/** As a call that the upstream rejected. */
const rejected = { tookMs: 1.5 * mostUnpaidMs, isRejected: true };

test('a caller who took much time for nothing has one call at a time, at that upstream alone', async () => {
  const gateway = testGateway();
  const [held, other] = [await startHeldUpstream(), await startHeldUpstream()];
  const first = outcomeOf(gateway.dial(callTo(held.url)));
  await held.asked(1);
  held.answer();
  expect(await first).toBe('done');

  gateway.countUnpaid({ url: `${held.url}/path?query`, caller: 'acc_one', ...rejected });
  const own = [1, 2].map(() => outcomeOf(gateway.dial(callTo(held.url))));
  const elsewhere = [1, 2].map(() => outcomeOf(gateway.dial(callTo(other.url))));
  const others = [1, 2].map(() => outcomeOf(gateway.dial(callTo(held.url, { caller: 'acc_two' }))));
  await held.asked(1 + 1 + 2);
  await other.asked(2);
  for (let count = 0; count < 3; count += 1) held.answer();
  await held.asked(1 + 2 + 2);
  held.answer();
  for (let count = 0; count < 2; count += 1) other.answer();
  expect(await Promise.all([...own, ...elsewhere, ...others])).toEqual(Array(6).fill('done'));
  await gateway.close();
});

test('one who waits too long behind his own call hears why, and when to come again', async () => {
  const gateway = testGateway();
  const held = await startHeldUpstream();
  const first = outcomeOf(gateway.dial(callTo(held.url)));
  await held.asked(1);
  gateway.countUnpaid({ url: held.url, caller: 'acc_one', ...rejected });
  const failure = await failureOf(gateway.dial(callTo(held.url)));
  expect(failure).toMatchObject({ code: 'upstream-busy', headers: { 'retry-after': '2' } });
  expect(failure.detail).toContain('your failed calls took more than 20 seconds of its time within a minute');
  held.answer();
  expect(await first).toBe('done');
  await gateway.close();
});

test('the time for which a call waits in the line is not time of the upstream', async () => {
  const gateway = testGateway();
  const held = await startHeldUpstream();
  gateway.countUnpaid({ url: held.url, caller: 'acc_one', ...rejected });
  const clock = new CallClock();
  const first = outcomeOf(gateway.dial(callTo(held.url)));
  const second = outcomeOf(gateway.dial(callTo(held.url, { clock })));
  await held.asked(1);
  const waitedMs = 1_000;
  await expect.poll(() => clock.elapsedMs, { timeout: 1_900 }).toBeGreaterThan(waitedMs);
  held.answer();
  await first;
  await held.asked(2);
  held.answer();
  expect(await second).toBe('done');
  expect(clock.read().totalMs).toBeLessThan(waitedMs);
  await gateway.close();
});

test.each([
  ['failed itself', 503, true],
  ['answered somebody', 200, false],
  ['rejected what somebody sent', 422, false],
])(
  'a timeout counts for the caller unless the upstream did nothing meanwhile: it %s',
  async (_what, status, isFree) => {
    const gateway = testGateway();
    const held = await startHeldUpstream();
    const probe = outcomeOf(gateway.dial(callTo(held.url, { caller: 'acc_two' })));
    await held.asked(1);
    held.answer(status);
    await probe;
    gateway.countUnpaid({ url: held.url, caller: 'acc_one', tookMs: 1.5 * mostUnpaidMs, isRejected: false });

    const own = [1, 2].map(() => outcomeOf(gateway.dial(callTo(held.url))));
    const other = outcomeOf(gateway.dial(callTo(held.url, { caller: 'acc_two' })));
    const atOnce = isFree ? 3 : 2;
    await held.asked(1 + atOnce);
    for (let count = 0; count < atOnce; count += 1) held.answer();
    if (!isFree) {
      await held.asked(4);
      held.answer();
    }
    expect(await Promise.all([...own, other])).toEqual(Array(3).fill('done'));
    await gateway.close();
  },
);
