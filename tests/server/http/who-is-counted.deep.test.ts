import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../../server/callers/key-text.ts';
import { expectCharged, expectRefused } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { type Caller, type CallReply } from '../../setup/send-call.ts';

const limit = 5;
let portal: CallPortal;
beforeAll(async () => {
  portal = await startCallPortal({ FAREBOX_RATE_LIMIT: String(limit) });
});
afterAll(() => portal.stop());

/** One after another, each as `caller` says. */
async function calls(count: number, caller: (turn: number) => Caller): Promise<CallReply[]> {
  const replies: CallReply[] = [];
  for (let turn = 0; turn < count; turn += 1) replies.push(await portal.call('scripted', {}, caller(turn)));
  return replies;
}

describe('an X-Forwarded-For that a client made up', () => {
  it('counts for nothing: the address of the socket does', async () => {
    const replies = await calls(limit + 1, (turn) => ({
      from: '127.0.0.18',
      headers: {
        'x-forwarded-for': `203.0.113.${turn}`,
        forwarded: `for=203.0.113.${turn}`,
        'x-real-ip': '1.1.1.1',
      },
    }));
    for (const reply of replies.slice(0, limit)) expectCharged(reply, 1);
    for (const reply of replies.slice(limit)) expectRefused(reply, 429, 'rate-limited');
    const balances = replies.slice(0, limit).map(({ headers }) => headers['farebox-credits-balance']);
    expect(balances).toEqual(['999', '998', '997', '996', '995']);
  });
});

describe('too many calls', () => {
  it('get 429 with the time to wait, and the rest of the budget is told before', async () => {
    const replies = await calls(limit + 2, () => ({ from: '127.0.0.19' }));
    const left = replies.map(({ headers }) => /r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1]);
    expect(left).toEqual(['4', '3', '2', '1', '0', '0', '0']);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    for (const reply of replies.slice(limit)) {
      expectRefused(reply, 429, 'rate-limited');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(reply.headers['ratelimit-policy']).toMatch(/q=5;w=60/);
    }
    expectCharged(await portal.call('scripted', {}, { from: '127.0.0.20' }), 1);
  });

  it('are counted for an account wherever it calls from', async () => {
    const { key } = await makeAccount(portal.dataFolder, 100);
    const replies = await calls(limit + 1, (turn) => ({ key, from: `127.0.1.${turn + 1}` }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

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
