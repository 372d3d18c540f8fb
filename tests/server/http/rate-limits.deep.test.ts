import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientNetwork } from '../../../server/callers/guest.ts';
import type { Caller } from '../../../server/callers/caller.ts';
import { RateLimits, shareLimits } from '../../../server/callers/rate-limits.ts';
import { addTaken } from '../../../server/store/postgres/open-postgres-store.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { portalSecret } from '../../../server/portal/portal-secret.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';

const address = '198.51.100.7';
let portal: PortalUnderTest;
beforeAll(async () => {
  portal = await openPortalUnderTest({});
});
afterAll(() => portal.close());
afterEach(() => {
  vi.useRealTimers();
});

function caller(purse: string): Caller {
  const kind = purse.startsWith('acc_') ? 'account' : 'guest';
  const rest = {
    allowance: null,
    owner: null,
    apiKey: null,
    person: null,
    member: null,
    operator: false,
  };
  return { kind, purse, idempotencyScope: purse, ...rest };
}
const guest = caller('guest_x');
const refused = expect.objectContaining({ code: 'rate-limited' });

test('an estimate that takes long counts as ten reads', async () => {
  const limits = new RateLimits(1);
  await limits.takeRead(address);
  await limits.takeLongEstimate(clientNetwork(address));
  await expect(limits.takeRead(address)).rejects.toEqual(refused);
  await expect(limits.takeLongEstimate(clientNetwork(address))).rejects.toEqual(refused);
  await limits.takeRead('203.0.113.9');
});

describe('the limit of calls', () => {
  test('counts down in the fields of each answer, and then refuses with the time to wait', async () => {
    const limits = new RateLimits(2);
    expect(await limits.takeCall(guest, address)).toEqual({
      'ratelimit-policy': '"address";q=2;w=60',
      ratelimit: '"address";r=1;t=60',
    });
    expect(await limits.takeCall(guest, address)).toMatchObject({
      ratelimit: expect.stringContaining('r=0'),
    });
    await expect(limits.takeCall(guest, address)).rejects.toMatchObject({
      code: 'rate-limited',
      detail: expect.stringMatching(/^The limit is 2 requests .* in \d+ s\.$/),
      headers: {
        'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
        'ratelimit-policy': '"address";q=2;w=60',
        ratelimit: expect.stringMatching(/^"address";r=0;t=\d+$/),
      },
    });
  });

  test('is by caller, wherever the caller comes from, and by address, whoever calls from there', async () => {
    const limits = new RateLimits(2);
    const first = await limits.takeCall(caller('acc_a'), '198.51.100.1');
    expect(first).toEqual({
      'ratelimit-policy': '"address";q=2;w=60, "caller";q=2;w=60',
      ratelimit: '"address";r=1;t=60, "caller";r=1;t=60',
    });
    await limits.takeCall(caller('acc_a'), '198.51.100.2');
    await expect(limits.takeCall(caller('acc_a'), '198.51.100.3')).rejects.toMatchObject({
      headers: { 'ratelimit-policy': '"caller";q=2;w=60' },
    });
    await limits.takeCall(caller('acc_b'), '198.51.100.1');
    await expect(limits.takeCall(caller('acc_c'), '198.51.100.1')).rejects.toEqual(refused);
    await limits.takeCall(caller('acc_c'), '198.51.100.4');
  });

  test('of an IPv6 client is that of its network', async () => {
    const limits = new RateLimits(1);
    await limits.takeCall(guest, clientNetwork('2001:db8:1:2::1'));
    await expect(limits.takeCall(guest, clientNetwork('2001:db8:1:2:3::4'))).rejects.toEqual(refused);
    await limits.takeCall(guest, clientNetwork('2001:db8:1:3::1'));
  });

  test('begins anew after a minute, and waits no longer when the clock was set back', async () => {
    vi.useFakeTimers();
    const limits = new RateLimits(1);
    await limits.takeCall(guest, address);
    vi.setSystemTime(Date.now() - 3_600_000);
    await expect(limits.takeCall(guest, address)).rejects.toMatchObject({ headers: { 'retry-after': '60' } });
    await vi.advanceTimersByTimeAsync(59_000);
    await expect(limits.takeCall(guest, address)).rejects.toEqual(refused);
    await vi.advanceTimersByTimeAsync(1_001);
    await limits.takeCall(guest, address);
  });

  test('lets reads be ten times as many, and counts them apart', async () => {
    const limits = new RateLimits(1);
    await limits.takeCall(guest, address);
    for (let read = 0; read < 10; read++) await limits.takeRead(address);
    await expect(limits.takeRead(address)).rejects.toEqual(refused);
    await limits.takeRead('198.51.100.8');
  });

  test('holds for the tokens of agents, apart from sign-ins', async () => {
    const limits = new RateLimits(100);
    for (let agent = 0; agent < 100; agent++) await limits.takeTokens(address);
    await expect(limits.takeTokens(address)).rejects.toMatchObject({
      code: 'rate-limited',
      detail: expect.stringMatching(/^The limit is 100 requests for tokens of agents per minute\./),
    });
    await limits.takeTokens('198.51.100.8');
    for (let person = 0; person < 60; person++) await limits.takeSignIn(address);
    await expect(limits.takeSignIn(address)).rejects.toEqual(refused);
  });

  test('holds for sign-ins by address and network, and for those who are signed in wherever they are', async () => {
    const limits = new RateLimits(100);
    for (let guess = 0; guess < 10; guess++) await limits.takeSignIn(address, 'ada@example.com');
    await expect(limits.takeSignIn(address, 'ada@example.com')).rejects.toEqual(refused);
    await limits.takeSignIn('198.51.100.8', 'ada@example.com');
    for (let guess = 0; guess < 10; guess++) await limits.takeConfirmation(`198.51.100.${guess}`, 'per_ada');
    await expect(limits.takeConfirmation('203.0.113.9', 'per_ada')).rejects.toEqual(refused);
  });

  test('of 0 is none', async () => {
    const limits = new RateLimits(0);
    for (let call = 0; call < 1_000; call++) expect(await limits.takeCall(guest, address)).toEqual({});
    await limits.takeRead(address);
    await limits.takeLookUp(address);
    for (let agent = 0; agent < 1_000; agent++) await limits.takeTokens(address);
  });

  test('remembers so many addresses and no more, the latest of them', async () => {
    const limits = new RateLimits(1);
    const nth = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    for (let n = 0; n < 20_001; n++) await limits.takeCall(guest, nth(n));
    await limits.takeCall(guest, nth(0));
    await expect(limits.takeCall(guest, nth(20_000))).rejects.toEqual(refused);
    await expect(limits.takeCall(guest, nth(2))).rejects.toEqual(refused);
  });
});

const takers: [what: string, most: number, take: (limits: RateLimits) => Promise<unknown>][] = [
  ['calls', 10, (limits) => limits.takeCall(guest, address)],
  ['reads', 100, (limits) => limits.takeRead(address)],
  ['look-ups of unknown keys', 10, (limits) => limits.takeLookUp(address)],
  ['requests for tokens', 10, (limits) => limits.takeTokens(address)],
];
test.each(takers)(
  'the limit of %s is one for all portals of a database, a second later',
  async (_, most, take) => {
    const pool = openConnections(await makePostgresDatabase(), 2);
    const [one, other] = [new RateLimits(10), new RateLimits(10)];
    const secret = portalSecret([Buffer.from('a secret of the tests, 32 bytes.')]);
    const sharing = [one, other].map((rateLimits) =>
      shareLimits({ rateLimits, secret, addTaken: (taken) => addTaken(pool, taken) }),
    );
    let allowed = 0;
    const ask = (limits: RateLimits) =>
      take(limits).then(
        () => (allowed += 1),
        (problem: unknown) => problem,
      );
    await expect.poll(() => ask(one), { interval: 200 / most }).toEqual(refused);
    await expect.poll(() => ask(other), { interval: 300 }).toEqual(refused);
    expect(allowed).toBeLessThan(most + 8);
    const { rows } = await pool.query('SELECT "taker" FROM "Taken"');
    expect(rows).toEqual([{ taker: expect.stringMatching(/^[\w-]{43}$/) }]);
    for (const { stop } of sharing) stop();
    await pool.end();
  },
);
