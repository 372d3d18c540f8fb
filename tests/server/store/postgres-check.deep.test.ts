import { beforeAll, expect, test } from 'vitest';
import { seedPostgresLedger } from '../../../bench/seeds/postgres-ledger.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { checkLedger } from '../../../server/store/postgres/ledger/check-ledger.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

let seeded: string;
beforeAll(async () => {
  const url = await makePostgresDatabase();
  await seedPostgresLedger(url, 2_000);
  seeded = new URL(url).pathname.slice(1);
});

/** What is found in a copy of the ledger after a change that no portal makes. */
async function findingsAfter(change: string): Promise<string[]> {
  const pool = openConnections(await makePostgresDatabase(seeded), 1);
  // Without the trigger that keeps entries as they are.
  await pool.query(`SET session_replication_role = replica; ${change}`);
  const findings = await checkLedger(pool);
  await pool.end();
  return findings;
}

const earnedOfOneCall = `"key" = (SELECT max("key") FROM "Entry" WHERE "purseKey" = 2)`;
const onePurse = `"key" = (SELECT max("key") FROM "Purse")`;

test('a ledger that is right has no findings', async () => {
  expect(await findingsAfter('SELECT')).toEqual([]);
});

test.each(
  // biome-ignore format: a table
  [
    ['an entry of another kind than the other of its transfer', `UPDATE "Entry" SET "kind" = 'refund' WHERE ${earnedOfOneCall}`, /^The entries of transfer \d+ are of two kinds\.$/],
    ['an entry of another call', `UPDATE "Entry" SET "callKey" = "callKey" - 1 WHERE ${earnedOfOneCall}`, /^The entries of transfer \d+ are of two kinds\.$/],
    ['an entry of another time', `UPDATE "Entry" SET "at" = "at" + interval '1 ms' WHERE ${earnedOfOneCall}`, /^The entries of transfer \d+ have different times or reasons\.$/],
    ['an entry of another reason', `UPDATE "Entry" SET "reason" = 'none' WHERE ${earnedOfOneCall}`, /^The entries of transfer \d+ have different times or reasons\.$/],
    ['credits that nobody gave', `UPDATE "Purse" SET "posted" = 7 WHERE ${onePurse}`, /^The purse acc_\w+ has 7 posted and 0 pending; they add up to 0 and 0\.$/],
    ['a hold of no call', `UPDATE "Purse" SET "posted" = 7, "pending" = 7 WHERE ${onePurse}`, /^The purse acc_\w+ has 7 posted and 7 pending; they add up to 0 and 0\.$/],
    ['a wrong number of entries', `UPDATE "Purse" SET "entryCount" = 9 WHERE ${onePurse}`, /^The purse acc_\w+ has 9 entries, and there are 3\.$/],
    ['a share that earned too much', `INSERT INTO "PurseShare" VALUES (2, 1, 5)`, /^The purse earned has 12005 posted and 0 pending; they add up to 12000 and 0\.$/],
  ],
)('%s is found', async (_what, change, sentence) => {
  expect(await findingsAfter(change)).toEqual([expect.stringMatching(sentence)]);
});

test('a check that is told to stop does not wait for the rule that is under way', async () => {
  const url = await makePostgresDatabase(seeded);
  const [pool, admin] = [openConnections(url, 1), openConnections(url, 1)];
  const waiting = async () => {
    const { rows } = await admin.query<{ count: number }>(
      `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = '"Entry"'::regclass`,
    );
    return rows[0]?.count;
  };
  await admin.query('BEGIN; LOCK TABLE "Entry"');
  const stop = new AbortController();
  const checking = checkLedger(pool, { signal: stop.signal });
  await expect.poll(waiting).toBe(1);
  stop.abort();
  expect(await checking).toEqual([]);
  // The rule still waits for the lock.
  expect(await waiting()).toBe(1);
  await Promise.all([pool.end(), admin.end()]);
});
