import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openCommandStore } from '../../../server/control/open-store.ts';
import { purposeOfCredential } from '../../../server/gateway/stored-credentials.ts';
import { encryptText } from '../../../server/portal/encrypted-text.ts';
import { expectCharged, expectRefused } from '../../setup/call-expectations.ts';
import { makeAccountsAt, type TestAccount } from '../../setup/call-portal.ts';
import { failedStart } from '../../setup/failed-start.ts';
import { testEgress } from '../../setup/farebox.ts';
import { keyed, startKeyedUpstream } from '../../setup/keyed-upstream.ts';
import { isRunning } from '../../setup/pages-process.ts';
import { type PostgresServer, startPostgres } from '../../setup/postgres-server.ts';
import { type Caller, type CallReply, sendCall } from '../../setup/send-call.ts';
import { emptyData, type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import { publishProductsAt, type TestProduct } from '../../setup/test-catalogue.ts';
import { startUpstream, type Upstream } from '../../setup/upstream.ts';
import { UpstreamControl } from '../../setup/upstream-control.ts';

const secret = 'a secret of several portals of 32 bytes or more';

let postgres: PostgresServer;
let upstream: Upstream;
let control: UpstreamControl;
let place: { dataFolder: string; databaseUrl: string };
type Three<Item> = [Item, Item, Item];
/** The first is one process, the others are two each. */
let portals: Three<RunningPortal>;

beforeAll(async () => {
  [postgres, upstream] = await Promise.all([startPostgres(), startUpstream()]);
  control = new UpstreamControl(upstream.url);
  place = { dataFolder: '', databaseUrl: await postgres.makeDatabase('portals') };
  // All migrate the empty database and load the shipped catalogue.
  const two = { FAREBOX_PROCESSES: '2' };
  portals = await Promise.all([start({}), start(two), start(two)]);
  await publishProductsAt(place, upstream.url, [{ slug: 'scripted' }, { slug: 'taken-offline' }]);
});

afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  await upstream.close();
  await postgres.close();
});

function start(variables: Record<string, string>): Promise<RunningPortal> {
  const settings = {
    ...variables,
    FAREBOX_METRICS: 'open',
    DATABASE_URL: place.databaseUrl,
    FAREBOX_SECRET: secret,
    FAREBOX_EGRESS_ALLOW: testEgress,
  };
  return startPortal([], emptyData, settings, undefined, { pages: false, toolbox: false });
}

type Which = 0 | 1 | 2;

/** A call at one of the portals. */
const call = (which: Which, product: string, caller: Caller, input = {}) =>
  sendCall(portals[which].url, product, { size: 1, ...input }, caller);

/** As many calls at once, at each portal in turn. */
const callAll = (count: number, caller: Caller, input = {}) =>
  Promise.all(
    Array.from({ length: count }, (_none, index) =>
      call(([0, 1, 2] as const)[index % 3] ?? 0, 'scripted', caller, input),
    ),
  );

const countOf = (replies: CallReply[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

const statuses = (path: string) =>
  Promise.all(portals.map(async ({ url }) => (await fetch(`${url}${path}`)).status));

const keyReply = z.object({ id: z.string(), key: z.string() });

/** Another key of the account. */
async function makeKey(account: TestAccount, caps: Record<string, number> = {}): Promise<TestAccount> {
  const response = await fetch(`${portals[0].url}/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'another', caps }),
  });
  return keyReply.parse(await response.json());
}

async function revoke(account: TestAccount, keyId: string): Promise<void> {
  const response = await fetch(`${portals[0].url}/api/keys/${keyId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${account.key}` },
  });
  expect(response.status).toBe(204);
}

async function makeAccount(credits: number): Promise<TestAccount> {
  const [account] = await makeAccountsAt(place, [credits]);
  if (!account) throw new Error('No account was made.');
  return account;
}

it('load the shipped catalogue once, without an error', async () => {
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*) > 10 AS "loaded", count(*) FILTER (WHERE "updatedAt" > "createdAt") AS "again" FROM "Product"`,
  );
  await client.end();
  expect(rows).toEqual([{ loaded: true, again: '0' }]);
  // On a machine that is busy the notices may have to connect again, and a portal may be silent for too long.
  const errors = portals.map(({ output }) =>
    output().match(/^\{"level":"error".*"event":"(?!(?:notices-lost|instance-fenced)").*$/m),
  );
  expect(errors).toEqual([null, null, null]);
});

it('let no call succeed that is sent after the revocation of its key was acknowledged', async () => {
  const account = await makeAccount(1_000_000);
  for (let round = 0; round < 5; round += 1) {
    const { id, key } = await makeKey(account);
    const sentAt: number[] = [];
    let revokedAt = Number.POSITIVE_INFINITY;
    const callOn = async (which: Which): Promise<CallReply> => {
      for (;;) {
        const now = performance.now();
        const reply = await call(which, 'scripted', { key });
        if (reply.status === 200) sentAt.push(now);
        else if (now > revokedAt) return reply;
      }
    };
    const calling = Promise.all(([0, 1, 2, 1, 2, 0, 1, 2] as const).map(callOn));
    await expect.poll(() => sentAt.length, { interval: 5 }).toBeGreaterThan(20);
    await revoke(account, id);
    revokedAt = performance.now();
    for (const reply of await calling) expectRefused(reply, 401, 'invalid-key');
    expect(Math.max(...sentAt) - revokedAt).toBeLessThan(0);
  }
});

it('refuse a product at once that was taken offline', async () => {
  const { key } = await makeAccount(10);
  for (const which of [0, 1, 2] as const) expectCharged(await call(which, 'taken-offline', { key }), 1);
  const store = await openCommandStore(place);
  await store.writer.run('set-status', { slugs: ['taken-offline'], status: 0, now: Date.now() });
  await store.close();
  for (const which of [0, 1, 2] as const)
    expectRefused(await call(which, 'taken-offline', { key }), 409, 'product-offline');
});

it('show a product soon that a command published', async () => {
  const path = '/api/product/info?id=just-published';
  expect(await statuses(path)).toEqual([404, 404, 404]);
  await publishProductsAt(place, upstream.url, [{ slug: 'just-published' }]);
  await expect.poll(() => statuses(path)).toEqual([200, 200, 200]);
});

it('use a credential that was set or revoked at another one, long before they would read it again', async () => {
  const keyedUpstream = await startKeyedUpstream();
  keyedUpstream.accepted.add('first').add('second');
  const store = await openCommandStore(place);
  const set = (value: string) => {
    const encrypted = encryptText(Buffer.from(secret), purposeOfCredential('SHARED_KEY'), value);
    const now = Date.now();
    const wish = { name: 'SHARED_KEY', value: encrypted, now, until: now + 3_600_000, most: 10 };
    return store.writer.run('set-credential', wish);
  };
  const lines = [{ label: 'Each', flat: 1 }];
  const product: TestProduct = { slug: 'keyed', method: 'get', lines, secrets: [keyed('SHARED_KEY')] };
  await publishProductsAt(place, keyedUpstream.url, [product]);
  const { key } = await makeAccount(10_000);
  /** What each process is told, some times, so that all of them are asked. */
  const told = async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_none, index) =>
        call(([0, 1, 2] as const)[index % 3] ?? 0, 'keyed', { key }),
      ),
    );
    return new Set(replies.map(({ status, text }) => (status === 200 ? text : status)));
  };
  const soon = { timeout: 20_000 };
  for (const value of ['first', 'second']) {
    await set(value);
    // So short that it is not hidden in the answer.
    await expect.poll(told, soon).toEqual(new Set([JSON.stringify({ key: value })]));
  }
  await store.writer.run('revoke-credential', { name: 'SHARED_KEY' });
  await expect.poll(told, soon).toEqual(new Set([502]));
  await store.close();
  await keyedUpstream.close();
});

it('dial once for one idempotency key', async () => {
  const { key } = await makeAccount(1_000);
  const caller = { key, headers: { 'idempotency-key': 'at-all' } };
  const input = { script: { name: 'at-all', gate: 'at-all' } };
  const calling = callAll(30, caller, input);
  await control.arrived('at-all');
  expectRefused(await call(2, 'scripted', caller, input), 409, 'call-in-flight');
  await control.release('at-all');
  const replies = await calling;
  // Those that came late get the answer of the first.
  const first = replies.filter(({ headers }) => headers['idempotency-replayed'] === undefined);
  expect(countOf(first, 200)).toBe(1);
  expect(countOf(replies, 200) + countOf(replies, 409)).toBe(30);
  for (const which of [0, 1, 2] as const)
    expect(await call(which, 'scripted', caller, input)).toMatchObject({
      status: 200,
      headers: { 'idempotency-replayed': 'true' },
    });
  expect(await control.count('at-all')).toBe(1);
});

it('live on without their database, take no calls, and take them again when it is back', async () => {
  const { key } = await makeAccount(10);
  expect(await statuses('/api/ready')).toEqual([200, 200, 200]);
  await postgres.stop('immediate');
  await expect.poll(() => statuses('/api/ready')).toEqual([503, 503, 503]);
  expect(await statuses('/api/health')).toEqual([200, 200, 200]);
  expectRefused(await call(0, 'scripted', { key }), 503, 'unavailable');
  await postgres.start();
  await expect.poll(() => statuses('/api/ready')).toEqual([200, 200, 200]);
  for (const which of [0, 1, 2] as const) expectCharged(await call(which, 'scripted', { key }), 1);
});

it('are refused for a data folder', async () => {
  const { code, stderr } = await failedStart('/nowhere', { FAREBOX_PROCESSES: '2' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^FAREBOX_PROCESSES is 2, but .* Set DATABASE_URL .*\n$/);
});

/** The process ids that the metrics name. */
async function instances(which: Which): Promise<number[]> {
  const text = await (await fetch(`${portals[which].url}/metrics`)).text();
  return [...text.matchAll(/^farebox_instance\{name="\S+ (\d+)"\} 1$/gm)].map(([, pid]) => Number(pid));
}

it('start a process anew that died, and stop all processes gracefully', async () => {
  await expect.poll(() => instances(1)).toHaveLength(2);
  const before = await instances(1);
  expect(await instances(0)).toEqual([portals[0].pid]);
  process.kill(before[0] ?? 0, 'SIGKILL');
  await expect.poll(() => instances(1)).not.toContain(before[0]);
  await expect.poll(() => instances(1)).toHaveLength(2);
  await expect.poll(portals[1].output).toContain('"event":"worker-ended"');
  const { key } = await makeAccount(10);
  const last = call(1, 'scripted', { key }, { script: { name: 'last', gate: 'last' } });
  await control.arrived('last');
  process.kill(portals[1].pid, 'SIGTERM');
  await expect.poll(() => fetch(`${portals[1].url}/api/ready`).catch(() => 'refused')).toBe('refused');
  await control.release('last');
  expectCharged(await last, 1);
  expect(await portals[1].exited).toEqual({ code: 0, signal: null });
});

it('resolve the calls of workers, which end with the process that started them', async () => {
  await expect.poll(() => instances(2)).toHaveLength(2);
  const workers = await instances(2);
  const { id, key } = await makeAccount(100);
  const caller = { key, headers: { 'idempotency-key': 'of-a-worker' } };
  const input = { script: { name: 'of-a-worker', gate: 'of-a-worker' } };
  const lost = call(2, 'scripted', caller, input).catch(() => 'broken');
  await control.arrived('of-a-worker');
  process.kill(portals[2].pid, 'SIGKILL');
  expect(await lost).toBe('broken');
  await expect.poll(() => workers.filter(isRunning)).toEqual([]);
  expectRefused(await call(0, 'scripted', caller, input), 409, 'call-in-flight');
  const again = async () =>
    z.object({ code: z.string() }).parse((await call(0, 'scripted', caller, input)).json);
  await expect.poll(again, { interval: 500 }).toMatchObject({ code: 'outcome-unknown' });
  const { ledger, close } = await openCommandStore(place);
  const balance = await ledger.balance({ id, allowance: null, nowMs: Date.now() });
  expect(balance).toEqual({ posted: 100, pending: 0, available: 100 });
  expect(await ledger.check()).toEqual([]);
  await close();
  expect(await control.count('of-a-worker')).toBe(1);
});
