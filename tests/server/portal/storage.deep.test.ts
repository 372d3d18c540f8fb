import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSharedStore } from '../../../server/control/connect-writer.ts';
import { queueLimit } from '../../../server/store/writer.ts';
import {
  callRow,
  callsOf,
  expectCharged,
  expectRefused,
  untilResolved,
} from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal, type TestAccount } from '../../setup/call-portal.ts';
import type { CallReply } from '../../setup/send-call.ts';
import SqliteDatabase from 'better-sqlite3';

const preload = fileURLToPath(new URL('../../setup/full-disk.cjs', import.meta.url));
let portal: CallPortal;
let account: TestAccount;
beforeAll(async () => {
  portal = await startCallPortal({ NODE_OPTIONS: `--require ${preload}`, FAREBOX_METRICS: 'open' }, [], {
    pages: false,
    toolbox: false,
  });
});
beforeEach(async () => {
  account = await makeAccount(portal.dataFolder, 1_000);
});
afterAll(() => portal.stop());

const call = (script: Record<string, string>, size = 5, product = 'scripted') =>
  portal.call(product, { size, script }, { key: account.key });

/** Another connection that writes, and takes its time. */
async function whileLocked(use: () => Promise<unknown>): Promise<void> {
  const other = new SqliteDatabase(join(portal.dataFolder, 'farebox.db'), { timeout: 10_000 });
  other.exec('BEGIN IMMEDIATE');
  try {
    await use();
  } finally {
    other.exec('ROLLBACK');
    other.close();
  }
}

/** No file of the portal may grow: what a full disk comes to. */
async function whileDiskIsFull(use: () => Promise<unknown>): Promise<void> {
  const limit = (size: string) =>
    execFileSync('prlimit', ['--pid', String(portal.pid), `--fsize=${size}:unlimited`]);
  limit('1');
  try {
    await use();
  } finally {
    limit('unlimited');
  }
}

const conditions: [string, typeof whileLocked, RegExp][] = [
  ['the database is locked', whileLocked, /database is locked/],
  ['the disk is full', whileDiskIsFull, /disk/],
];

/** What the log tells the operator of a call that could not be written. */
function reasonOf(event: string, callId = ''): string {
  const lines = portal.output().split('\n');
  return lines.findLast((line) => line.includes(`"event":"${event}"`) && line.includes(callId)) ?? '';
}

/** The line of the log about a call, once it is there: whole, as a line that has its end. */
async function logged(callId: string): Promise<unknown> {
  await expect.poll(() => reasonOf('call', callId)).toMatch(/\}$/);
  return JSON.parse(reasonOf('call', callId));
}

async function receiptOf(callId: string): Promise<unknown> {
  const answer = await fetch(`${portal.url}/api/calls/${callId}`, {
    headers: { authorization: `Bearer ${account.key}` },
  });
  return answer.json();
}

function expectUnavailable(reply: CallReply): void {
  expectRefused(reply, 503, 'unavailable');
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
}

describe.each(conditions)('while %s', (what, during, reason) => {
  it('a call is refused before its upstream is dialled, and reading goes on', async () => {
    const name = `before ${what}`;
    await during(async () => {
      const refused = call({ name });
      const list = await fetch(`${portal.url}/api/product/list`);
      expect(list.status).toBe(200);
      expectUnavailable(await refused);
    });
    expect(await portal.control.count(name)).toBe(0);
    await expect.poll(() => reasonOf('call-not-held')).toMatch(reason);
    expect(await callsOf(portal.dataFolder, account.id)).toEqual([]);
    expectCharged(await call({ name }), 5);
  });

  it('a call under way costs nothing, and gives its hold back as soon as it can be written', async () => {
    const name = `settle ${what}`;
    const keyed = { key: account.key, headers: { 'idempotency-key': name.replaceAll(' ', '-') } };
    const send = () => portal.call('scripted', { size: 5, script: { name, gate: name } }, keyed);
    const open = send();
    await portal.control.arrived(name);
    await during(async () => {
      await portal.control.release(name);
      const reply = await open;
      expectRefused(reply, 503, 'not-settled');
      // Whoever comes again would make the call again.
      expect(reply.headers).not.toHaveProperty('retry-after');
      expect(reply.json).toMatchObject({ callId: reply.callId, receipt: `/api/calls/${reply.callId}` });
      expect(await callRow(portal.dataFolder, reply.callId)).toMatchObject({ state: 0, quoted: 5 });
      await expect.poll(() => reasonOf('call-not-settled', reply.callId)).toMatch(reason);
    });
    const [{ id = '' } = {}] = await callsOf(portal.dataFolder, account.id);
    expect(await untilResolved(portal.dataFolder, id)).toMatchObject({ state: 2, charged: 0 });
    expect(await logged(id)).toMatchObject({
      ...{ outcome: 'not-settled', problem: 'not-settled', status: 503, charged: 0, upstreamStatus: 200 },
    });
    expect(await metrics()).toMatch(/^farebox_calls_total\{outcome="not-settled",status="503"\} [1-9]/m);
    expect(await receiptOf(id)).toMatchObject({
      ...{ state: 'released', outcome: 'refused', problem: 'not-settled', charge: 'nothing', charged: 0 },
      upstream: { status: 200 },
    });
    const again = await send();
    expectRefused(again, 503, 'not-settled');
    expect([again.callId, again.headers['idempotency-replayed']]).toEqual([id, 'true']);
    expect(await portal.control.count(name)).toBe(1);
    expectCharged(await call({}, 1_000), 1_000);
  });

  it('a stream breaks off without its receipt, costs nothing, and gives its hold back', async () => {
    const name = `stream ${what}`;
    const open = call({ name, gate: name, type: 'text/event-stream' });
    await portal.control.arrived(name);
    await during(async () => {
      await portal.control.release(name);
      const reply = await open;
      expect([reply.status, reply.complete, reply.text.includes('farebox-receipt')]).toEqual([
        200,
        false,
        false,
      ]);
    });
    const [{ id = '' } = {}] = await callsOf(portal.dataFolder, account.id);
    expect(await untilResolved(portal.dataFolder, id)).toMatchObject({ state: 2, charged: 0 });
    expect(await logged(id)).toMatchObject({ outcome: 'not-settled', status: 200, charged: 0 });
    expect(await receiptOf(id)).toMatchObject({ outcome: 'refused', charge: 'nothing', charged: 0 });
  });
});

const metrics = async () => (await fetch(`${portal.url}/metrics`)).text();

async function waitingWrites(): Promise<number> {
  return Number(/^farebox_writer_waiting (\d+)$/m.exec(await metrics())?.[1]);
}

it('while as many writes wait as may, a call is refused at once', async () => {
  const { writer, close } = await openSharedStore(portal.dataFolder);
  const grant = { credits: 1, kind: 'grant', reason: 'One of many', nowMs: Date.now() } as const;
  await whileLocked(async () => {
    const grants = Array.from({ length: queueLimit }, () =>
      writer.run('grant', { purseId: account.id, ...grant }).catch((error: Error) => error.name),
    );
    await expect.poll(waitingWrites, { interval: 20 }).toBe(queueLimit);
    const reply = await call({ name: 'queue-full' });
    expectUnavailable(reply);
    expect(Object(reply.json).detail).toMatch(/Too many calls are waiting/);
    await Promise.all(grants);
  });
  await close();
  expect(await portal.control.count('queue-full')).toBe(0);
  expectCharged(await call({ name: 'queue-full' }), 5);
});
