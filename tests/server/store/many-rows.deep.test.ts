import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCallId } from '../../../server/call-id.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { openPostgresDatabase } from '../../../server/store/postgres/open-postgres-store.ts';
import { pruneSome } from '../../../server/store/postgres/ledger/prune-ledger.ts';
import { postgresSql } from '../../../server/store/postgres/run-steps.ts';
import { listAllCalls } from '../../../server/store/calls/read-calls.ts';
import { pageOfEntries, pageOfKeys } from '../../../server/store/accounts/account-pages.ts';
import { newest, orderedReads, type OrderedReads } from '../../../server/store/order-rows.ts';
import { dueDelivery, dueMail } from '../../../server/store/messages/due-messages.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

const many = 20_000;
const page = { before: undefined, most: 20 };
const now = Date.now();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let pool: pg.Pool;
let database: PrismaClient;
let reads: OrderedReads;
beforeAll(async () => {
  // The engine counts for each connection.
  pool = openConnections(await makePostgresDatabase(), 1);
  database = openPostgresDatabase(pool);
  reads = orderedReads(database, 'postgres');
  const ids = Array.from({ length: many }, (_, index) => newCallId(now - (many - index) * 1_000));
  const today = `"first_key"((now() AT TIME ZONE 'UTC')::date)`;
  await pool.query('SET session_replication_role = replica');
  await pool.query(
    `INSERT INTO "Call" ("key", "id", "purseKey", "productKey", "versionKey", "instanceKey", "apiKeyKey", "state", "quoted", "charged", "startedAt", "inputHash")
       SELECT ${today} + n, id, 10 + n % 1000, 1, 1, 1, n % 2, 0, 1, 0, now() AT TIME ZONE 'UTC' - (${many} - n) * interval '1 second', ''
         FROM unnest($1::text[]) WITH ORDINALITY AS c(id, n)`,
    [ids],
  );
  await pool.query(`
    INSERT INTO "Purse" ("key", "id", "posted", "pending") SELECT 10 + n, 'acc_' || n, 0, 0 FROM generate_series(0, 999) n;
    INSERT INTO "Account" ("id", "name", "createdAt") SELECT 'acc_' || n, n, now() FROM generate_series(0, 999) n;
    INSERT INTO "Entry" ("key", "transfer", "purseKey", "amount", "kind", "at")
      SELECT ${today} + n, 1, 10 + n % 1000, 1, CASE n % 500 WHEN 0 THEN 'grant' ELSE 'charge' END, now() FROM generate_series(1, ${many}) n;
    INSERT INTO "ApiKey" ("id", "accountKey", "name", "hash", "hint", "operator", "createdAt")
      SELECT 'key_' || n, (SELECT min("key") FROM "Account") + n % 1000, 'Key', n, 'abcd', false, now() FROM generate_series(1, ${many}) n;
    INSERT INTO "Mail" ("id", "kind", "to", "subject", "text", "createdAt", "sentAt")
      SELECT 'mail_' || n, 'invitation', 'a@example.com', 'Sent', 'Sent', now(), now() FROM generate_series(1, ${many}) n;
    INSERT INTO "WebhookDelivery" ("id", "webhookKey", "accountKey", "event", "payload", "createdAt", "deliveredAt")
      SELECT 'msg_' || n, 1, 1, 'threshold', '{}', now(), now() FROM generate_series(1, ${many}) n;
    INSERT INTO "CallInput" ("callKey", "input", "bytes") SELECT ${today} + n, '{}', 0 FROM generate_series(1, ${many}) n;
    SET session_replication_role = DEFAULT;
    ANALYZE`);
});
afterAll(async () => {
  await database.$disconnect();
  await pool.end();
});

/** How many rows the engine says that it has read. */
async function rowsRead(): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ count: number }>(
    `SELECT ((SELECT sum(seq_tup_read) FROM pg_stat_user_tables)
           + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes))::integer AS count`,
  );
  return rows[0]?.count ?? 0;
}

const hour = { from: new Date(now - 2 * hourMs), to: new Date(now - hourMs) };
const anyCall = { owner: undefined, productKeys: undefined, state: undefined, ...hour };
const anyKey = { accountId: 'acc_7', text: undefined, state: undefined, operators: false };
const times = { nowMs: now, inputsBeforeMs: now - 24 * hourMs, afterKey: 0 };

test.each<[what: string, read: () => Promise<unknown>]>([
  ['calls of an hour', () => listAllCalls(database, anyCall, page)],
  ['calls of an hour with a key', () => listAllCalls(database, { ...anyCall, apiKeyKeys: [1] }, page)],
  ['entries of an account', () => pageOfEntries(database, { accountId: 'acc_7', kind: undefined }, page)],
  ['issued entries', () => pageOfEntries(database, { accountId: undefined, kind: 'issued' }, page)],
  ['keys of an account', () => pageOfKeys(reads, anyKey, newest(20))],
  ['active keys of an account', () => pageOfKeys(reads, { ...anyKey, state: 'active' }, newest(20))],
  ['due mails', () => pool.query(postgresSql(dueMail.postgres), [new Date(), new Date()])],
  ['due deliveries', () => pool.query(postgresSql(dueDelivery.postgres), [new Date(), new Date()])],
  ['old inputs', () => pruneSome(pool, { what: 'inputs', ...times })],
  ['inputs of free calls', () => pruneSome(pool, { what: 'free-inputs', ...times })],
])('of many rows, %s are read without the others', async (_what, read) => {
  const before = await rowsRead();
  await read();
  expect((await rowsRead()) - before).toBeLessThan(many / 2);
});
