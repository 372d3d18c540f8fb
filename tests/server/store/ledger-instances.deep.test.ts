import { unknown } from '../../../lib/ledger/earlier-call.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Hold, type HoldResult, type Ledger, type SettlePayload } from '../../../server/store/ledger.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { checkLedger } from '../../../server/store/postgres/ledger/check-ledger.ts';
import { openInstance as openOneInstance } from '../../../server/store/postgres/ledger/instance.ts';
import { openLedgerBatches } from '../../../server/store/postgres/ledger/ledger-batches.ts';
import { postgresLedger } from '../../../server/store/postgres/ledger/postgres-ledger.ts';
import { runBatch } from '../../../server/store/postgres/ledger/run-batch.ts';
import { runSettlements } from '../../../server/store/postgres/ledger/run-settlements.ts';
import { settleAgain } from '../../../server/store/postgres/ledger/settle-again.ts';
import { pruneLedger } from '../../../server/store/postgres/ledger/prune-ledger.ts';
import { runTransaction } from '../../../server/store/postgres/run-steps.ts';
import { startPostgresWriter } from '../../../server/store/postgres/postgres-writer.ts';
import type { Writer } from '../../../server/store/writer.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { startPostgresProxy } from '../../setup/postgres-proxy.ts';
import { addMember } from '../../setup/add-member.ts';

interface Instance {
  ledger: Ledger;
  writer: Writer;
  close(): Promise<void>;
}

/** What each portal of a database has of its own. */
async function openInstance(url: string): Promise<Instance> {
  const pool = openConnections(url, 5);
  const writer = await startPostgresWriter(url, await openLedgerBatches(pool));
  const ledger = postgresLedger(pool, writer);
  return {
    ledger,
    writer,
    async close() {
      await writer.close();
      await pool.end();
    },
  };
}

let url: string;
let admin: pg.Pool;
let instances: [Instance, Instance, Instance];
beforeAll(async () => {
  url = await makePostgresDatabase();
  admin = openConnections(url, 2);
  instances = [await openInstance(url), await openInstance(url), await openInstance(url)];
});
afterAll(async () => {
  // What a test leaves is resolved as that of a process that has ended.
  expect(await checkLedger(admin)).toEqual([]);
  await Promise.all(instances.map(({ close }) => close()));
  await admin.end();
});

let made = 0;
const now = Date.now();

async function makeAccount(credits: number): Promise<string> {
  const id = `acc_${++made}`;
  await instances[0].writer.run('create-account', { id, name: id, now, credits });
  return id;
}

async function makeKey(
  accountId: string,
  capTotal: number | null = null,
): Promise<{ id: string; key: number }> {
  const id = `key_${++made}`;
  const caps = { capDay: null, capMonth: null, capTotal };
  const words = { id, accountId, name: '', hash: id, hint: '', operator: false, now, expiresAt: null };
  await instances[0].writer.run('create-key', { ...words, ...caps });
  const { rows } = await admin.query<{ key: number }>('SELECT "key" FROM "ApiKey" WHERE "id" = $1', [id]);
  return { id, key: rows[0]?.key ?? 0 };
}

function holdOf(purseId: string, credits: number, changes: Partial<Hold> = {}): Hold {
  return {
    callId: `call_${++made}`,
    purse: { id: purseId, allowance: null, nowMs: now },
    owner: purseId,
    apiKeyKey: null,
    memberKey: null,
    productKey: 1_000,
    versionKey: 1,
    credits,
    inputHash: 'hash',
    input: null,
    idempotency: null,
    ...changes,
  };
}

/** The same at every instance in turn, all at once. */
function holdEverywhere(count: number, hold: () => Hold): Promise<HoldResult[]> {
  return Promise.all(
    Array.from({ length: count }, (_, place) => instances[place % 3]?.ledger.hold(hold())).flatMap(
      (one) => one ?? [],
    ),
  );
}

const countOf = (results: HoldResult[], outcome: HoldResult['outcome']) =>
  results.filter((result) => result.outcome === outcome).length;

async function releaseAll(results: HoldResult[]): Promise<void> {
  for (const result of results)
    if (result.outcome === 'held')
      await instances[1].ledger.release({ callKey: result.callKey, nowMs: now, ending: {}, answer: null });
}

describe('instances of one database', () => {
  test('give exactly the credits that there are to a hundred calls at once', async () => {
    const purse = await makeAccount(37);
    const results = await holdEverywhere(100, () => holdOf(purse, 1));
    expect([countOf(results, 'held'), countOf(results, 'insufficient')]).toEqual([37, 63]);
    await releaseAll(results);
  });

  test('keep the cap of a key together', async () => {
    const purse = await makeAccount(1_000);
    const { key } = await makeKey(purse, 23);
    const results = await holdEverywhere(100, () => holdOf(purse, 1, { apiKeyKey: key }));
    expect([countOf(results, 'held'), countOf(results, 'over-cap')]).toEqual([23, 77]);
    await releaseAll(results);
  });

  test.each([
    ['key', 'over-cap'],
    ['account', 'over-account-cap'],
  ] as const)('keep the first cap of a %s together, which is set while it calls', async (of, outcome) => {
    const purse = await makeAccount(1_000);
    const { id, key } = await makeKey(purse);
    let turn = 0;
    const hold = () => holdOf(purse, 1, { apiKeyKey: of === 'key' || (turn += 1) % 2 === 0 ? key : null });
    const racing = holdEverywhere(50, hold);
    const { writer } = instances[2];
    const caps = { capTotal: 120 };
    const capped =
      of === 'key'
        ? writer.run('change-key', { id, accountId: purse, changes: caps })
        : writer.run('cap-account', { accountId: purse, caps, reason: 'Agreed' });
    const results = (await Promise.all([racing, holdEverywhere(50, hold)])).flat();
    expect(await capped).toMatchObject({ after: caps });
    results.push(...(await holdEverywhere(50, hold)));
    expect([countOf(results, 'held'), countOf(results, outcome)]).toEqual([120, 30]);
    await releaseAll(results);
    expect(await holdEverywhere(1, () => holdOf(purse, 121, { apiKeyKey: key }))).toMatchObject([
      { outcome, cap: 120, spent: 0 },
    ]);
  });

  test('keep the cap of a member together, whose keys are used at all of them', async () => {
    const purse = await makeAccount(1_000);
    const owner = await runTransaction(admin, () => addMember(purse, 'owner'));
    const keys = [(await makeKey(purse)).key, (await makeKey(purse)).key, null];
    const change = { accountId: purse, personId: owner.personId, by: owner.personKey, now };
    await instances[2].writer.run('change-member', { ...change, caps: { capMonth: 23 } });
    let turn = 0;
    const results = await holdEverywhere(100, () => {
      const apiKeyKey = keys[(turn += 1) % 3] ?? null;
      return holdOf(purse, 1, { apiKeyKey, memberKey: owner.key });
    });
    expect([countOf(results, 'held'), countOf(results, 'over-member-cap')]).toEqual([23, 77]);
    await releaseAll(results);
    expect(await holdEverywhere(1, () => holdOf(purse, 23, { memberKey: owner.key }))).toMatchObject([
      { outcome: 'held' },
    ]);
  });

  test('open one call for an idempotency key, and find it from each other', async () => {
    const purse = await makeAccount(1_000);
    const idempotency = { hash: 'once', fingerprint: 'f' };
    const results = await holdEverywhere(30, () => holdOf(purse, 5, { idempotency }));
    expect([countOf(results, 'held'), countOf(results, 'in-flight')]).toEqual([1, 29]);
    for (const result of results)
      if (result.outcome === 'held')
        await instances[2].ledger.settle({ ...settled, callKey: result.callKey, charged: 4 });
    const later = await holdEverywhere(3, () => holdOf(purse, 5, { idempotency }));
    for (const result of later) expect(result).toMatchObject({ outcome: 'done', charged: 4 });
  });

  test('refuse a suspended account from the moment that it is said', async () => {
    const purse = await makeAccount(1_000);
    await releaseAll(await holdEverywhere(30, () => holdOf(purse, 1)));
    await instances[0].writer.run('suspend-account', { accountId: purse, suspended: true, now });
    const after = await holdEverywhere(30, () => holdOf(purse, 1));
    expect(countOf(after, 'suspended')).toBe(30);
  });

  test('refuse a revoked key and a product that is offline from the moment that it is said', async () => {
    const purse = await makeAccount(1_000);
    const { id, key } = await makeKey(purse);
    const before = await holdEverywhere(30, () => holdOf(purse, 1, { apiKeyKey: key }));
    expect(countOf(before, 'held')).toBe(30);
    await releaseAll(before);
    await instances[0].writer.run('revoke-key', { id, now });
    const after = await holdEverywhere(30, () => holdOf(purse, 1, { apiKeyKey: key }));
    expect(countOf(after, 'key-revoked')).toBe(30);
    const productKey = await addOfflineProduct();
    const offline = await holdEverywhere(3, () => holdOf(purse, 1, { productKey }));
    expect(countOf(offline, 'offline')).toBe(3);
  });
});

const settled = { nowMs: now, ending: {}, answer: null };

async function addOfflineProduct(): Promise<number> {
  const { rows } = await admin.query<{ key: number }>(
    `WITH t AS (INSERT INTO "Template" ("id", "createdAt") VALUES ('t', now()) RETURNING "key"),
          v AS (INSERT INTO "TemplateVersion" ("templateKey", "number", "hash", "createdAt", "document")
                SELECT "key", 1, 'h', now(), '{}' FROM t RETURNING "key")
     INSERT INTO "Product" ("id", "slug", "name", "sortName", "status", "priceFrom", "priceTo", "createdAt", "updatedAt",
                            "versionKey", "card", "introduction", "doc")
     SELECT 'p', 'p', 'p', 'p', 0, 1, 1, now(), now(), "key", '', '[]', '' FROM v RETURNING "key"`,
  );
  return rows[0]?.key ?? 0;
}

describe('an instance that is not seen any more', () => {
  test('cannot settle its calls, which the others resolve, and begins anew under another name', async () => {
    const [paused, other] = instances;
    const purse = await makeAccount(100);
    const held = await paused.ledger.hold(holdOf(purse, 10));
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const { rows } = await admin.query<{ instance: number }>(
      'SELECT "instanceKey" AS instance FROM "Call" WHERE "key" = $1',
      [held.callKey],
    );
    const before = rows[0]?.instance;
    expect(await other.ledger.recover(now)).toEqual({ unknown: 0 });
    // For its first 15 s nobody takes another one for lost. Any of the others may be the first to do it then.
    const stateLater = async () => {
      await admin.query(`UPDATE "Instance" SET "seenAt" = now() - interval '16 s' WHERE "key" = $1`, [
        before,
      ]);
      await other.ledger.recover(now);
      const { rows: calls } = await admin.query<{ state: number }>(
        'SELECT "state" FROM "Call" WHERE "key" = $1',
        [held.callKey],
      );
      return calls[0]?.state;
    };
    await expect.poll(stateLater).toBe(unknown);
    await expect(paused.ledger.settle({ ...settled, callKey: held.callKey, charged: 10 })).rejects.toThrow(
      'resolved already',
    );
    const again = await paused.ledger.hold(holdOf(purse, 100));
    expect(again).toMatchObject({ outcome: 'held', balance: { posted: 100, pending: 100 } });
    const after = await admin.query<{ instance: number }>(
      `SELECT "instanceKey" AS instance FROM "Call" c WHERE c."state" = 0 AND c."purseKey" =
        (SELECT "key" FROM "Purse" WHERE "id" = $1)`,
      [purse],
    );
    expect(after.rows[0]?.instance).not.toBe(before);
    await releaseAll([again]);
  });
});

describe('a connection that is cut', () => {
  /** As the server says it. */
  const committed = 'COMMIT';
  const cut = () =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()`);

  test('loses no settlement, and leaves no hold behind', async () => {
    const purse = await makeAccount(10_000);
    const [{ ledger }] = instances;
    const opened = await Promise.all(Array.from({ length: 50 }, () => ledger.hold(holdOf(purse, 10))));
    const settling = opened.map((hold) => {
      if (hold.outcome !== 'held') throw new Error(hold.outcome);
      return ledger.settle({ ...settled, callKey: hold.callKey, charged: 3 });
    });
    const holding = Array.from({ length: 200 }, () =>
      ledger.hold(holdOf(purse, 10)).then(
        () => 'held',
        (error: { code: string }) => error.code,
      ),
    );
    await cut();
    await Promise.all(settling);
    const outcomes = await Promise.all(holding);
    expect(new Set(outcomes).size).toBeGreaterThan(0);
    for (const outcome of outcomes) expect(['held', 'storage-failed']).toContain(outcome);
    const held = outcomes.filter((outcome) => outcome === 'held').length;
    // Those whose answer was lost are resolved with the next sign of life.
    await expect
      .poll(() => ledger.balance({ id: purse, allowance: null, nowMs: now }))
      .toEqual({ posted: 10_000 - 150, pending: 10 * held, available: 10_000 - 150 - 10 * held });
    expect(await ledger.hold(holdOf(purse, 1))).toMatchObject({ outcome: 'held' });
  });

  test('for as long as a settlement is tried leaves open whether it was written', async () => {
    const purse = await makeAccount(100);
    const held = await instances[0].ledger.hold(holdOf(purse, 10));
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const proxy = await startPostgresProxy(url);
    const pool = openConnections(proxy.url, 1);
    try {
      await pool.query('SELECT 1');
      proxy.loseAnswers(committed);
      const settle = (jobs: SettlePayload[]) => runBatch(jobs, { run: (some) => runSettlements(pool, some) });
      const job: SettlePayload = [held.callKey, 1, 7, now, '{}', null, null, false];
      await expect(settleAgain(pool, [job], settle, 300)).rejects.toMatchObject({ code: 'storage-lost' });
      const balance = await instances[0].ledger.balance({ id: purse, allowance: null, nowMs: now });
      expect(balance).toMatchObject({ posted: 93, pending: 0 });
    } finally {
      await pool.end();
      await proxy.close();
    }
  });

  test('after a hold was written takes it back, because its call is never made', async () => {
    const purse = await makeAccount(100);
    const proxy = await startPostgresProxy(url);
    const instance = await openInstance(proxy.url);
    const idempotency = { hash: 'lost', fingerprint: 'f' };
    const heldNow = async () =>
      (await instances[0].ledger.balance({ id: purse, allowance: null, nowMs: now })).pending;
    try {
      expect(await instance.ledger.hold(holdOf(purse, 10))).toMatchObject({ outcome: 'held' });
      proxy.loseAnswers(committed);
      await expect(instance.ledger.hold(holdOf(purse, 20, { idempotency }))).rejects.toMatchObject({
        code: 'storage-failed',
      });
      expect(await heldNow()).toBe(30);
      proxy.passAnswers();
      await expect.poll(heldNow).toBe(10);
      expect(await instance.ledger.hold(holdOf(purse, 20, { idempotency }))).toMatchObject({
        outcome: 'held',
      });
    } finally {
      proxy.passAnswers();
      await instance.close();
      await proxy.close();
    }
  });
});

describe('a purse that somebody locks', () => {
  /** Until the returned function is called, others wait for what was locked. */
  async function lock(sql: string, ...values: unknown[]): Promise<() => Promise<void>> {
    const client = await admin.connect();
    await client.query('BEGIN');
    await client.query(sql, values);
    return async () => {
      await client.query('COMMIT');
      client.release();
    };
  }

  const lockPurse = (purse: string) => lock('SELECT 1 FROM "Purse" WHERE "id" = $1 FOR UPDATE', purse);

  const waitingFor = (text: string) =>
    count(`SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${text}%'`);
  const waitingHolds = () => waitingFor('FOR NO KEY UPDATE');

  /** When the newest instance was seen. */
  const lastSeen = () =>
    count(`SELECT extract(epoch FROM "seenAt") AS count FROM "Instance" ORDER BY "key" DESC LIMIT 1`);

  async function count(sql: string): Promise<number | undefined> {
    return (await admin.query<{ count: number }>(sql)).rows[0]?.count;
  }

  test('has no hold written that waited for it when its connection was lost', async () => {
    const purse = await makeAccount(100);
    const proxy = await startPostgresProxy(url);
    const instance = await openInstance(proxy.url);
    const idempotency = { hash: 'never', fingerprint: 'f' };
    try {
      const unlock = await lockPurse(purse);
      const holding = instance.ledger.hold(holdOf(purse, 20, { idempotency }));
      const refused = expect(holding).rejects.toMatchObject({ code: 'storage-failed' });
      await expect.poll(waitingHolds).toBe(1);
      proxy.cut();
      await refused;
      await unlock();
      // Nothing is left of it: all that the account has can be held, with the same key.
      expect(await instance.ledger.hold(holdOf(purse, 100, { idempotency }))).toMatchObject({
        outcome: 'held',
      });
    } finally {
      await instance.close();
      await proxy.close();
    }
  });

  test('has a hold written after its connection was lost, which is taken back', async () => {
    const purse = await makeAccount(100);
    const proxy = await startPostgresProxy(url);
    const instance = await openInstance(proxy.url);
    const idempotency = { hash: 'late', fingerprint: 'f' };
    const heldNow = async () =>
      (await instances[0].ledger.balance({ id: purse, allowance: null, nowMs: now })).pending;
    const waitingWrites = () => waitingFor('UPDATE "Purse" p SET "posted"');
    try {
      // It is decided, and waits with its commit behind it. The server shows the beginning of the statement.
      const unlock = await lock('LOCK TABLE "CallInput" IN SHARE MODE');
      const holding = instance.ledger.hold(holdOf(purse, 20, { idempotency, input: '{}' }));
      const refused = expect(holding).rejects.toMatchObject({ code: 'storage-failed' });
      await expect.poll(waitingWrites).toBe(1);
      proxy.cut();
      await refused;
      // With the next sign of life it looks for what was written, and finds nothing yet.
      const before = await lastSeen();
      await expect.poll(lastSeen).not.toBe(before);
      expect(await waitingWrites()).toBe(1);
      await unlock();
      await expect.poll(heldNow, { interval: 5 }).toBe(20);
      await expect.poll(heldNow).toBe(0);
      expect(await instance.ledger.hold(holdOf(purse, 20, { idempotency }))).toMatchObject({
        outcome: 'held',
      });
    } finally {
      await instance.close();
      await proxy.close();
    }
  });

  test('lets 4,096 holds wait, and refuses more of them at once', async () => {
    const purse = await makeAccount(10_000);
    const [{ ledger }] = instances;
    const unlock = await lockPurse(purse);
    const hold = () => ledger.hold(holdOf(purse, 1));
    // A batch of 256 is under way.
    const first = Array.from({ length: 256 }, hold);
    await expect.poll(waitingHolds).toBe(1);
    const waiting = Array.from({ length: 4_096 }, hold);
    await expect(hold()).rejects.toMatchObject({ code: 'queue-full' });
    await unlock();
    const results = await Promise.all([...first, ...waiting]);
    expect(countOf(results, 'held')).toBe(4_352);
    await Promise.all(results.map((result) => releaseAll([result])));
  });
});

describe('an outage of the database', () => {
  test('does not count as the silence of an instance', async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    const client = await admin.connect();
    const fenced = async (afterMs: number) =>
      (await client.query<{ key: number }>('SELECT fence_lost(0, $1) AS key', [afterMs])).rows.map(
        ({ key }) => key,
      );
    // The portals of these tests fence whom they see.
    await client.query('BEGIN');
    const { rows } = await client.query<{ key: number }>(
      `INSERT INTO "Instance" ("name", "seenAt") VALUES ('long ago', now() - interval '30 days') RETURNING "key"`,
    );
    const [one] = rows;
    // The server of the tests is younger.
    expect(await fenced(dayMs)).not.toContain(one?.key);
    await client.query('COMMIT');
    await client.query(`UPDATE "Instance" SET "seenAt" = now() WHERE "name" <> 'long ago'`);
    expect(await fenced(1_000)).toContain(one?.key);
    client.release();
  });

  test('keeps a portal from judging the others until it has seen them for a while', async () => {
    const proxy = await startPostgresProxy(url);
    const pool = openConnections(proxy.url, 1);
    const lostMs = 1_000;
    const duties = { isPortal: true, lostMs, firstOpenCall: () => 0, tend: () => Promise.resolve() };
    // Two beats that are further apart than two of these are an outage, too: on a busy machine short ones would be.
    const instance = await openOneInstance(pool, duties, 1_000);
    try {
      expect(instance.knowsOthers()).toBe(false);
      await expect.poll(() => instance.knowsOthers()).toBe(true);
      proxy.loseAnswers();
      await expect.poll(() => instance.isSeen()).toBe(false);
      expect(instance.knowsOthers()).toBe(false);
      proxy.passAnswers();
      await expect.poll(() => instance.isSeen(), { interval: 5 }).toBe(true);
      expect(instance.knowsOthers()).toBe(false);
      await expect.poll(() => instance.knowsOthers()).toBe(true);
    } finally {
      await instance.close();
      await pool.end();
      await proxy.close();
    }
  });
});

test('the inputs of a day are dropped with their table, and their bytes released', async () => {
  const purse = await makeAccount(100);
  const [{ ledger }] = instances;
  const held = await ledger.hold(holdOf(purse, 1, { input: '{"of":"a day long ago"}' }));
  if (held.outcome !== 'held') throw new Error(held.outcome);
  await ledger.settle({ ...settled, callKey: held.callKey, charged: 1 });
  // As if it had been called in January.
  await admin.query(`
    SELECT make_partition('Call', '_2026_01', '2026-01-01', '2026-02-01'),
           make_partition('CallEnding', '_2026_01', '2026-01-01', '2026-02-01'),
           make_partition('CallInput', '_2026_01_07', '2026-01-07', '2026-01-08');
    UPDATE "Call" SET "key" = first_key('2026-01-07') + 1, "startedAt" = '2026-01-07 12:00Z' WHERE "key" = ${held.callKey};
    UPDATE "CallEnding" SET "callKey" = first_key('2026-01-07') + 1 WHERE "callKey" = ${held.callKey};
    UPDATE "CallInput" SET "callKey" = first_key('2026-01-07') + 1 WHERE "callKey" = ${held.callKey};
    ALTER TABLE "Entry" DISABLE TRIGGER USER;
    UPDATE "Entry" SET "callKey" = first_key('2026-01-07') + 1 WHERE "callKey" = ${held.callKey};
    ALTER TABLE "Entry" ENABLE TRIGGER USER;
    UPDATE "DailyUse" SET "day" = '2026-01-07' WHERE "purseKey" = (SELECT "key" FROM "Purse" WHERE "id" = '${purse}')`);
  expect(await checkLedger(admin)).toEqual([]);
  const isThere = async () =>
    (await admin.query<{ is: boolean }>(`SELECT to_regclass('"CallInput_2026_01_07"') IS NOT NULL AS is`))
      .rows[0]?.is;
  expect((await pruneLedger(admin, Date.UTC(2026, 1, 6, 11), 30)).inputs).toBe(0);
  expect(await isThere()).toBe(true);
  expect((await pruneLedger(admin, Date.UTC(2026, 1, 8), 30)).inputs).toBe(1);
  expect(await isThere()).toBe(false);
  expect(await checkLedger(admin)).toEqual([]);
});
