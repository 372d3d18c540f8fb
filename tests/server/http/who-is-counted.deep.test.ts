import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../../server/callers/key-text.ts';
import { expectRefused } from '../../setup/call-expectations.ts';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';
import { type Caller, type CallReply } from '../../setup/send-call.ts';

const limit = 5;
let portal: CallPortal;
beforeAll(async () => {
  portal = await startCallPortal({ FAREBOX_RATE_LIMIT: String(limit) }, [], { pages: false, toolbox: false });
});
afterAll(() => portal.stop());

/** One after another, each as `caller` says. */
async function calls(count: number, caller: (turn: number) => Caller): Promise<CallReply[]> {
  const replies: CallReply[] = [];
  for (let turn = 0; turn < count; turn += 1) replies.push(await portal.call('scripted', {}, caller(turn)));
  return replies;
}

describe('a key with a bad checksum', () => {
  it('never reaches the database: it takes nothing of the budget that look-ups have', async () => {
    const mistyped = await calls(4 * limit, () => ({
      key: `${makeApiKey().slice(0, -7)}0000000`,
      from: '127.0.0.13',
    }));
    for (const reply of mistyped) expectRefused(reply, 401, 'invalid-key');
    const unknown = await calls(limit + 1, () => ({ key: makeApiKey(), from: '127.0.0.13' }));
    expect(unknown.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('a network that has spent its reads', () => {
  it('is still told whether the portal is healthy and ready', async () => {
    const statusOf = async (path: string) => (await fetch(portal.url + path)).status;
    const reads = await Promise.all(
      Array.from({ length: 10 * limit + 1 }, () => statusOf('/api/product/list')),
    );
    expect(reads).toContain(429);
    expect(await statusOf('/api/health')).toBe(200);
    expect(await statusOf('/api/ready?from=supervisor')).not.toBe(429);
    expect(await statusOf('/api/product/list')).toBe(429);
  });
});
