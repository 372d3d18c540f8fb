import type pg from 'pg';
import { checkLedger } from '../../server/store/postgres/ledger/check-ledger.ts';
import { openLedgerBatches } from '../../server/store/postgres/ledger/ledger-batches.ts';
import { postgresLedger } from '../../server/store/postgres/ledger/postgres-ledger.ts';
import { pruneLedger } from '../../server/store/postgres/ledger/prune-ledger.ts';
import { startPostgresWriter } from '../../server/store/postgres/postgres-writer.ts';
import { openConnections } from '../../server/store/postgres/connections.ts';
import { runTransaction } from '../../server/store/postgres/run-steps.ts';
import { addMember } from './add-member.ts';
import { addOfflineProduct } from './add-offline-product.ts';
import { makePostgresDatabase } from './make-postgres-database.ts';
import type { DayOfUse, LedgerUnderTest } from '../server/store/ledger-suite.ts';

/** A ledger in a PostgreSQL database of its own, with what a suite wants to know beside the interface. */
export async function openPostgresLedgerUnderTest(): Promise<LedgerUnderTest> {
  const url = await makePostgresDatabase();
  const pool: pg.Pool = openConnections(url, 8);
  // A ledger knows purses; whose they are is the check's concern.
  await pool.query(`
    CREATE FUNCTION purse_of_an_account() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO "Account" ("id", "name", "createdAt") VALUES (new."id", new."id", now())
      ON CONFLICT ("id") DO NOTHING; RETURN NULL; END $$;
    CREATE TRIGGER purse_of_an_account AFTER INSERT ON "Purse" FOR EACH ROW WHEN (new."id" NOT LIKE 'guest\\_%')
      EXECUTE FUNCTION purse_of_an_account();
    INSERT INTO "Account" ("id", "name", "createdAt") VALUES ('acc_keys', 'Keys', now());`);
  // An instance that has ended is lost at once.
  const open = async () => {
    const writer = await startPostgresWriter(url, await openLedgerBatches(pool, { lostMs: 0 }));
    return { writer, ledger: postgresLedger(pool, writer) };
  };
  let opened = await open();
  let keys = 0;
  const row = async <Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]) =>
    (await pool.query<Row>(sql, values)).rows[0];
  return {
    ledger: () => opened.ledger,
    async reopen() {
      await opened.writer.close();
      opened = await open();
    },
    async close() {
      await opened.writer.close();
      await pool.end();
    },
    async addApiKey({ day, month, total }, accountId = 'acc_keys') {
      const id = `key_${++keys}`;
      const made = await row<{ key: number }>(
        `INSERT INTO "ApiKey" ("id", "accountKey", "name", "hash", "hint", "operator", "createdAt", "capDay", "capMonth", "capTotal")
         SELECT $1, "key", '', $1, '', false, now(), $2, $3, $4 FROM "Account" WHERE "id" = $5 RETURNING "key"`,
        ...[id, day, month, total, accountId],
      );
      return made?.key ?? 0;
    },
    check: async () => [...(await opened.ledger.check()), ...(await checkLedger(pool))],
    changeApiKey: (key, changes, accountId = 'acc_keys') =>
      opened.writer.run('change-key', { id: `key_${key}`, accountId, changes }),
    revokeApiKey: (key) => opened.writer.run('revoke-key', { id: `key_${key}`, now: 0 }),
    addMember: (accountId, role) => runTransaction(pool, () => addMember(accountId, role)),
    changeMember: (change) => opened.writer.run('change-member', { ...change, now: 0 }),
    capAccount: (accountId, caps) => opened.writer.run('cap-account', { accountId, caps, reason: 'Test' }),
    suspend: (accountId) => opened.writer.run('suspend-account', { accountId, suspended: true, now: 0 }),
    addOfflineProduct: () => runTransaction(pool, addOfflineProduct),
    async accountSpend(accountId) {
      const { rows } = await pool.query<{ period: string; credits: number }>(
        `SELECT s."period", s."credits" FROM "AccountSpend" s JOIN "Purse" p ON p."key" = s."purseKey" WHERE p."id" = $1 ORDER BY 1`,
        [accountId],
      );
      return Object.fromEntries(rows.map(({ period, credits }) => [period, credits]));
    },
    removeMember: (member) => opened.writer.run('remove-member', { ...member, now: 0 }),
    async memberSpend(member) {
      const { rows } = await pool.query<{ day: string; credits: number }>(
        'SELECT "day", "credits" FROM "MemberSpend" WHERE "memberKey" = $1 ORDER BY "day"',
        [member],
      );
      return Object.fromEntries(rows.map(({ day, credits }) => [day, credits]));
    },
    prune: (nowMs, retentionDays) => pruneLedger(pool, nowMs, retentionDays),
    forgetInput: (callKey) => opened.writer.run('forget-input', { callKey }),
    lastUsedAt: async (key) =>
      (
        await row<{ at: Date | null }>('SELECT "lastUsedAt" AS at FROM "ApiKey" WHERE "key" = $1', key)
      )?.at?.getTime() ?? null,
    async keySpend(key) {
      const { rows } = await pool.query<{ period: string; credits: number }>(
        'SELECT "period", "credits" FROM "KeySpend" WHERE "apiKeyKey" = $1 ORDER BY "period"',
        [key],
      );
      return Object.fromEntries(rows.map(({ period, credits }) => [period, credits]));
    },
    async dailyUse(purseId) {
      const { rows } = await pool.query<DayOfUse>(
        `SELECT u."day", u."productKey", u."apiKeyKey", u."memberKey", u."calls", u."credits"
           FROM "DailyUse" u JOIN "Purse" p ON p."key" = u."purseKey" WHERE p."id" = $1 ORDER BY 1, 2, 3, 4`,
        [purseId],
      );
      return rows;
    },
    input: async (callId) =>
      (
        await row<{ input: string }>(
          'SELECT i."input" FROM "CallInput" i JOIN "Call" c ON c."key" = i."callKey" WHERE c."id" = $1',
          callId,
        )
      )?.input,
    call: (callId) => row('SELECT "state", "quoted", "charged" FROM "Call" WHERE "id" = $1', callId),
  };
}
