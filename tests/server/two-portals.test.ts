import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { changeStatus } from '../../cli/change-status.ts';
import { openCommandStore } from '../../server/store/open-store.ts';
import { expectCharged, expectRefused } from '../setup/call-expectations.ts';
import { makeAccountsAt, type TestAccount } from '../setup/call-portal.ts';
import { failedStart } from '../setup/failed-start.ts';
import { testEgress } from '../setup/farebox.ts';
import { type PostgresServer, startPostgres } from '../setup/postgres-server.ts';
import { type Caller, sendCall } from '../setup/send-call.ts';
import { emptyData, type RunningPortal, startPortal } from '../setup/start-portal.ts';
import { publishProductsAt } from '../setup/test-catalogue.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';
import { UpstreamControl } from '../setup/upstream-control.ts';

let postgres: PostgresServer;
let upstream: Upstream;
let control: UpstreamControl;
let place: { dataFolder: string; databaseUrl: string };
let portals: [RunningPortal, RunningPortal];

beforeAll(async () => {
  [postgres, upstream] = await Promise.all([startPostgres(), startUpstream()]);
  control = new UpstreamControl(upstream.url);
  place = { dataFolder: '', databaseUrl: await postgres.makeDatabase('portals') };
  // Both migrate the empty database and load the shipped catalogue.
  portals = await Promise.all([start({}), start({ FAREBOX_PROCESSES: '2' })]);
  await publishProductsAt(place, upstream.url, [{ slug: 'scripted' }, { slug: 'taken-offline' }]);
});

afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  await upstream.close();
  await postgres.close();
});

function start(variables: Record<string, string>): Promise<RunningPortal> {
  return startPortal([], emptyData, {
    ...variables,
    FAREBOX_METRICS: 'open',
    DATABASE_URL: place.databaseUrl,
    FAREBOX_SECRET: 'a secret of several portals, of 32 bytes or more',
    FAREBOX_EGRESS_ALLOW: testEgress,
  });
}

/** A call at the first or second portal. */
const call = (which: 0 | 1, product: string, caller: Caller, input = {}) =>
  sendCall(portals[which].url, product, { size: 1, ...input }, caller);

const status = async (which: 0 | 1, path: string) => (await fetch(`${portals[which].url}${path}`)).status;

const statuses = (path: string) => Promise.all([status(0, path), status(1, path)]);

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
  // On a machine that is busy the notices may have to connect again.
  const errors = portals.map(({ output }) =>
    output().match(/^\{"level":"error".*"event":"(?!notices-lost").*$/m),
  );
  expect(errors).toEqual([null, null]);
});

it('refuse a key at once that the other revoked', async () => {
  const account = await makeAccount(10);
  const response = await fetch(`${portals[0].url}/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'for a short time' }),
  });
  const { id, key } = z.object({ id: z.string(), key: z.string() }).parse(await response.json());
  expectCharged(await call(1, 'scripted', { key }), 1);
  const revoked = await fetch(`${portals[0].url}/api/keys/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${account.key}` },
  });
  expect(revoked.status).toBe(204);
  expectRefused(await call(1, 'scripted', { key }), 401, 'invalid-key');
});

it('refuse a product at once that was taken offline', async () => {
  const { key } = await makeAccount(10);
  for (const which of [0, 1] as const) expectCharged(await call(which, 'taken-offline', { key }), 1);
  await changeStatus(place, 'offline', ['taken-offline'], () => {});
  for (const which of [0, 1] as const)
    expectRefused(await call(which, 'taken-offline', { key }), 409, 'product-offline');
});

it('show a product soon that a command published', async () => {
  const path = '/api/product/info?id=just-published';
  expect(await statuses(path)).toEqual([404, 404]);
  await publishProductsAt(place, upstream.url, [{ slug: 'just-published' }]);
  await expect.poll(() => statuses(path), { timeout: 5_000 }).toEqual([200, 200]);
});

it('dial once for one idempotency key', async () => {
  const { key } = await makeAccount(10);
  const caller = { key, headers: { 'idempotency-key': 'at-both' } };
  const input = { script: { name: 'at-both', gate: 'at-both' } };
  const replies = [call(0, 'scripted', caller, input), call(1, 'scripted', caller, input)];
  await control.arrived('at-both');
  expectRefused(await Promise.race(replies), 409, 'call-in-flight');
  await control.release('at-both');
  const charged = (await Promise.all(replies)).filter((reply) => reply.status === 200);
  expect(charged).toHaveLength(1);
  for (const which of [0, 1] as const)
    expect(await call(which, 'scripted', caller, input)).toMatchObject({
      status: 200,
      headers: { 'idempotency-replayed': 'true' },
    });
  expect(await control.count('at-both')).toBe(1);
});

it('spend the credits of an account exactly', async () => {
  const { id, key } = await makeAccount(40);
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_none, index) => call(index % 2 === 0 ? 0 : 1, 'scripted', { key })),
  );
  expect(replies.filter(({ status: code }) => code === 200)).toHaveLength(40);
  expect(replies.filter(({ status: code }) => code === 402)).toHaveLength(60);
  const { ledger, close } = await openCommandStore(place);
  expect(await ledger.balance({ id, allowance: null, nowMs: Date.now() })).toMatchObject({ available: 0 });
  expect(await ledger.check()).toEqual([]);
  await close();
});

it('live on without their database, take no calls, and take them again when it is back', async () => {
  const { key } = await makeAccount(10);
  expect(await statuses('/api/ready')).toEqual([200, 200]);
  await postgres.stop('immediate');
  await expect.poll(() => statuses('/api/ready')).toEqual([503, 503]);
  expect(await statuses('/api/health')).toEqual([200, 200]);
  expectRefused(await call(0, 'scripted', { key }), 503, 'unavailable');
  await postgres.start();
  await expect.poll(() => statuses('/api/ready')).toEqual([200, 200]);
  for (const which of [0, 1] as const) expectCharged(await call(which, 'scripted', { key }), 1);
});

it('are refused for a data folder', async () => {
  const { code, stderr } = await failedStart('/nowhere', { FAREBOX_PROCESSES: '2' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^FAREBOX_PROCESSES is 2, but .* Set DATABASE_URL .*\n$/);
});

/** The process ids that the metrics name. */
async function instances(which: 0 | 1): Promise<number[]> {
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
  expect(portals[1].output()).toContain('"event":"worker-ended"');
  const { key } = await makeAccount(10);
  const last = call(1, 'scripted', { key }, { script: { name: 'last', gate: 'last' } });
  await control.arrived('last');
  process.kill(portals[1].pid, 'SIGTERM');
  await expect.poll(() => statuses('/api/ready').catch(() => 'refused')).toBe('refused');
  await control.release('last');
  expectCharged(await last, 1);
  expect(await portals[1].exited).toEqual({ code: 0, signal: null });
});
