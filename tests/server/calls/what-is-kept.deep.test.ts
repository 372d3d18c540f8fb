import { maxKeptBytes } from '../../../lib/ledger/earlier-call.ts';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../../server/store/sqlite/backup/back-up.ts';
import { checkLedger } from '../../../server/store/sqlite/check/check-ledger.ts';
import type { Hold } from '../../../server/store/ledger.ts';
import { pruneLedger } from '../../../server/store/sqlite/ledger/prune-ledger.ts';
import { type OpenLedger, openSqliteLedger } from '../../../server/store/sqlite/ledger/sqlite-ledger.ts';
import { startWriter, type ThreadedWriter } from '../../../server/store/sqlite/writer/start-writer.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';
import { expectRefused } from '../../setup/call-expectations.ts';
import SqliteDatabase from 'better-sqlite3';

const mebibyte = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;

async function folderBytes(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function query(databaseFile: string, sql: string): unknown {
  const database = new SqliteDatabase(databaseFile, { readonly: true });
  try {
    return database.prepare(sql).pluck().get();
  } finally {
    database.close();
  }
}

describe('rejected calls of guests', () => {
  let portal: CallPortal;
  beforeAll(async () => {
    portal = await startCallPortal({}, [], { pages: false, toolbox: false });
  });
  afterAll(() => portal.stop());

  /** Large, and refused by its upstream: it costs nothing. */
  const rejected = (headers: Record<string, string> = {}) =>
    portal.call(
      'scripted',
      { script: { status: 422, chunks: ['x'.repeat(900_000)], times: 0 } },
      { headers },
    );
  const keptBytes = () =>
    query(
      join(portal.dataFolder, 'farebox.db'),
      'SELECT coalesce(sum(octet_length(input)), 0) FROM CallInput',
    );

  it('leave no input where nobody may read it', async () => {
    const reply = await rejected();
    expectRefused(reply, 422, 'upstream-rejected');
    expect(keptBytes()).toBe(0);
    expect((await fetch(`${portal.url}/api/calls/${reply.callId}`)).status).toBe(200);
    expect((await fetch(`${portal.url}/api/calls/${reply.callId}/input`)).status).toBe(404);
  }, 300_000);

  it('fill the disk up to a bound, and are made all the same beyond it', async () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    const cookie = (await rejected(own)).headers['set-cookie']?.split(';', 1)[0] ?? '';
    const headers = { ...own, cookie };
    const first = await rejected(headers);
    for (let round = 0; round < 25; round += 1)
      await Promise.all(Array.from({ length: 4 }, () => rejected(headers)));
    const last = await rejected(headers);
    expectRefused(last, 422, 'upstream-rejected');
    expect(keptBytes()).toBeGreaterThan(maxKeptBytes.guest - mebibyte);
    expect(keptBytes()).toBeLessThanOrEqual(maxKeptBytes.guest);
    // The log is cut to 64 MiB when it is used again.
    expect(await folderBytes(portal.dataFolder)).toBeLessThan(
      maxKeptBytes.guest + 64 * mebibyte + 8 * mebibyte,
    );
    const inputOf = async ({ callId }: typeof last) =>
      fetch(`${portal.url}/api/calls/${callId}/input`, { headers });
    expect((await inputOf(first)).status).toBe(200);
    const refused = await inputOf(last);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('is not stored') });
  });
});

describe('what is kept of calls', () => {
  const nowMs = Date.UTC(2026, 10, 22, 12);
  let folder: string;
  let databaseFile: string;
  let writer: ThreadedWriter;
  let ledger: OpenLedger;

  async function open(): Promise<void> {
    writer = await startWriter(databaseFile);
    ledger = openSqliteLedger(databaseFile, writer);
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farebox-kept-'));
    databaseFile = join(folder, 'farebox.db');
    await makeDatabase(databaseFile);
    await open();
  });
  afterEach(async () => {
    ledger.close();
    await writer.close();
    await rm(folder, { recursive: true, force: true });
  });

  let calls = 0;
  const guest = { id: 'guest_a', allowance: 1_000_000, nowMs };
  const large = 'x'.repeat(mebibyte);
  async function hold(changes: Partial<Hold> = {}): Promise<number> {
    const callId = `call_${String((calls += 1)).padStart(8, '0')}`;
    const result = await ledger.hold({
      ...{
        callId,
        purse: guest,
        owner: 'anon_a',
        apiKeyKey: null,
        memberKey: null,
        productKey: 1,
        versionKey: 1,
        credits: 1,
      },
      ...{ inputHash: callId, input: large, idempotency: null, ...changes },
    });
    if (result.outcome !== 'held') throw new Error(`The hold was refused: ${result.outcome}.`);
    return result.callKey;
  }
  const keyOf = (hash: string) => ({ hash, fingerprint: hash });
  const answer = { status: 200, headers: {}, body: Buffer.from(large) };
  const answerBytes = '[200,{}]'.length + mebibyte;
  const release = (callKey: number) => ledger.release({ callKey, nowMs, ending: {}, answer });
  const settle = (callKey: number) => ledger.settle({ callKey, charged: 1, nowMs, ending: {}, answer });
  const count = (table: string) => query(databaseFile, `SELECT count(*) FROM ${table}`);
  const counted = () => query(databaseFile, "SELECT keptBytes FROM Purse WHERE id = 'guest_a'");

  it('hundreds of calls of a megabyte do not grow the data folder beyond the bound', async () => {
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        Array.from({ length: 40 }, async (_, at) =>
          release(await hold({ idempotency: keyOf(`${round} ${at}`) })),
        ),
      );
    expect(counted()).toBeGreaterThan(maxKeptBytes.guest - answerBytes);
    expect(counted()).toBeLessThanOrEqual(maxKeptBytes.guest);
    expect(await folderBytes(folder)).toBeLessThan(maxKeptBytes.guest + 64 * mebibyte + 8 * mebibyte);
    expect(checkLedger(databaseFile)).toEqual([]);
  });

  it('an answer that is not kept is one that is told of, and other purses keep theirs', async () => {
    for (let at = 0; at < 64; at += 1) await release(await hold());
    await settle(await hold({ idempotency: keyOf('full') }));
    const again = { ...keyOf('full'), firstHash: null };
    const earlier = await ledger.findEarlier(again, 'anon_a', guest);
    expect(earlier?.result()).toMatchObject({ outcome: 'done', charged: 1, answer: null });
    await hold({ purse: { ...guest, id: 'guest_b' }, owner: 'anon_b' });
    expect(query(databaseFile, "SELECT keptBytes FROM Purse WHERE id = 'guest_b'")).toBe(mebibyte);
  });

  it('what cost nothing goes after a day, what was paid after its days; the file is shortened', async () => {
    await settle(await hold({ input: 'paid', idempotency: keyOf('paid') }));
    for (let at = 0; at < 30; at += 1) await release(await hold());
    await hold({ input: 'open' });
    const before = (await pruneLedger(writer, nowMs + dayMs, 30)).inputs;
    expect([before, count('CallInput')]).toEqual([0, 32]);
    const pruned = await pruneLedger(writer, nowMs + dayMs + 1, 30);
    expect(pruned).toMatchObject({ inputs: 30, answers: 0 });
    expect(pruned.bytes).toBeGreaterThan(20 * mebibyte);
    expect(counted()).toBe('paid'.length + answerBytes + 'open'.length);
    expect(await pruneLedger(writer, nowMs + 2 * dayMs, 30)).toMatchObject({ inputs: 0, answers: 1 });
    expect((await pruneLedger(writer, nowMs + 31 * dayMs, 30)).inputs).toBe(1);
    expect(counted()).toBe('open'.length);
    expect(checkLedger(databaseFile)).toEqual([]);
    ledger.close();
    await writer.close();
    expect((await stat(databaseFile)).size).toBeLessThan(8 * mebibyte);
    await open();
  });

  it('a key that is used again, and one that is freed, give back what was kept under them', async () => {
    await settle(await hold({ input: null, idempotency: keyOf('k') }));
    expect(counted()).toBe(answerBytes);
    await hold({ input: null, idempotency: keyOf('k'), purse: { ...guest, nowMs: nowMs + dayMs } });
    expect(counted()).toBe(0);
    const callKey = await hold({ input: null, idempotency: keyOf('freed') });
    await ledger.release({ callKey, nowMs, ending: {}, answer, freesKey: true });
    expect([counted(), count('IdempotentCall')]).toEqual([0, 1]);
  });

  it('a database of an older version is shortened by a backup, and until then its room is used again', async () => {
    ledger.close();
    await writer.close();
    const database = new SqliteDatabase(databaseFile);
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM');
    database.close();
    await open();
    const fill = async () => {
      for (let at = 0; at < 20; at += 1) await release(await hold());
      return Number(query(databaseFile, 'PRAGMA page_count'));
    };
    const pages = await fill();
    expect(await pruneLedger(writer, nowMs + 2 * dayMs, 30)).toMatchObject({ inputs: 20, bytes: 0 });
    expect((await fill()) - pages).toBeLessThan(50);
    const copy = join(folder, 'backup.db');
    backUp(databaseFile, copy);
    expect(query(copy, 'PRAGMA auto_vacuum')).toBe(2);
  });
});
