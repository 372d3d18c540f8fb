import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { checkLedger } from '../../server/store/sqlite/check/check-ledger.ts';
import { pruneLedger } from '../../server/store/sqlite/ledger/prune-ledger.ts';
import { type OpenLedger, openSqliteLedger } from '../../server/store/sqlite/ledger/sqlite-ledger.ts';
import { startWriter } from '../../server/store/sqlite/writer/start-writer.ts';
import type { Writer } from '../../server/store/writer.ts';
import { prepareSteps } from '../../server/store/sqlite/run-steps.ts';
import { addMember } from './add-member.ts';
import { addOfflineProduct } from './add-offline-product.ts';
import { makeDatabase } from './make-database.ts';
import type { DayOfUse, KeyCaps, LedgerUnderTest } from '../server/store/ledger-suite.ts';

/** A ledger in a file of its own, with what a suite wants to know beside the interface. */
export async function openSqliteLedgerUnderTest(
  start: (databaseFile: string) => Promise<Writer> = startWriter,
): Promise<LedgerUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-ledger-'));
  const databaseFile = join(folder, 'farebox.db');
  await makeDatabase(databaseFile);
  const database = new SqliteDatabase(databaseFile);
  // A ledger knows purses; whose they are is the check's concern.
  database.exec(`CREATE TRIGGER Purse_of_an_account AFTER INSERT ON Purse WHEN new.id NOT LIKE 'guest_%'
    BEGIN INSERT INTO Account (id, name, createdAt) SELECT new.id, new.id, 0
     WHERE NOT EXISTS (SELECT 1 FROM Account WHERE id = new.id); END`);
  let writer: Writer;
  let ledger: OpenLedger;
  async function open(): Promise<void> {
    writer = await start(databaseFile);
    ledger = openSqliteLedger(databaseFile, writer);
  }
  async function shut(): Promise<void> {
    ledger.close();
    await writer.close();
  }
  await open();
  const addAccount = database.prepare(
    "INSERT INTO Account (id, name, createdAt) VALUES ('acc_keys', 'Keys', 0) ON CONFLICT DO NOTHING",
  );
  const addKey = database.prepare<[KeyCaps & { id: string; accountId: string }]>(
    `INSERT INTO ApiKey (id, accountKey, name, hash, hint, operator, createdAt, capDay, capMonth, capTotal)
     SELECT @id, key, '', @id, '', 0, 0, @day, @month, @total FROM Account WHERE id = @accountId`,
  );
  const runSteps = prepareSteps(database);
  let keys = 0;
  return {
    ledger: () => ledger,
    async reopen() {
      await shut();
      await open();
    },
    async close() {
      await shut();
      database.close();
      await rm(folder, { recursive: true, force: true });
    },
    async addApiKey(caps, accountId = 'acc_keys') {
      addAccount.run();
      return Number(addKey.run({ id: `key_${++keys}`, accountId, ...caps }).lastInsertRowid);
    },
    check: async () => [...(await ledger.check()), ...checkLedger(databaseFile)],
    changeApiKey: (key, changes, accountId = 'acc_keys') =>
      writer.run('change-key', { id: `key_${key}`, accountId, changes }),
    revokeApiKey: (key) => writer.run('revoke-key', { id: `key_${key}`, now: 0 }),
    addMember: async (accountId, role) => runSteps(addMember(accountId, role)),
    changeMember: (change) => writer.run('change-member', { ...change, now: 0 }),
    capAccount: (accountId, caps) => writer.run('cap-account', { accountId, caps, reason: 'Test' }),
    suspend: (accountId) => writer.run('suspend-account', { accountId, suspended: true, now: 0 }),
    addOfflineProduct: async () => runSteps(addOfflineProduct()),
    accountSpend: async (accountId) =>
      Object.fromEntries(
        database
          .prepare<[string], { period: string; credits: number }>(
            'SELECT s.period, s.credits FROM AccountSpend s JOIN Purse p ON p.key = s.purseKey WHERE p.id = ? ORDER BY 1',
          )
          .all(accountId)
          .map(({ period, credits }) => [period, credits]),
      ),
    removeMember: (member) => writer.run('remove-member', { ...member, now: 0 }),
    memberSpend: async (member) =>
      Object.fromEntries(
        database
          .prepare<[number], { day: string; credits: number }>(
            'SELECT day, credits FROM MemberSpend WHERE memberKey = ? ORDER BY day',
          )
          .all(member)
          .map(({ day, credits }) => [day, credits]),
      ),
    prune: (nowMs, retentionDays) => pruneLedger(writer, nowMs, retentionDays),
    forgetInput: (callKey) => writer.run('forget-input', { callKey }),
    lastUsedAt: async (key) =>
      database
        .prepare<[number], number | null>('SELECT lastUsedAt FROM ApiKey WHERE key = ?')
        .pluck()
        .get(key) ?? null,
    keySpend: async (key) =>
      Object.fromEntries(
        database
          .prepare<[number], { period: string; credits: number }>(
            'SELECT period, credits FROM KeySpend WHERE apiKeyKey = ? ORDER BY period',
          )
          .all(key)
          .map(({ period, credits }) => [period, credits]),
      ),
    dailyUse: async (purseId) =>
      database
        .prepare<[string], DayOfUse>(
          `SELECT day, productKey, apiKeyKey, memberKey, calls, credits FROM DailyUse
            WHERE purseKey = (SELECT key FROM Purse WHERE id = ?) ORDER BY 1, 2, 3, 4`,
        )
        .all(purseId),
    input: async (callId) =>
      database
        .prepare<[string], string>(
          'SELECT i.input FROM CallInput i JOIN Call c ON c.key = i.callKey WHERE c.id = ?',
        )
        .pluck()
        .get(callId),
    call: async (callId) =>
      database
        .prepare<[string], { state: number; quoted: number; charged: number }>(
          'SELECT state, quoted, charged FROM Call WHERE id = ?',
        )
        .get(callId),
  };
}
