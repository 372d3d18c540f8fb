import { join } from 'node:path';
import type { Hold } from '../../../server/store/ledger.ts';
import { openSqliteLedger } from '../../../server/store/sqlite/ledger/sqlite-ledger.ts';
import { startWriter } from '../../../server/store/sqlite/writer/start-writer.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import SqliteDatabase, { type Database } from 'better-sqlite3';

const nowMs = Date.UTC(2026, 10, 21, 12);

/**
 * A ledger with one of each: call 1 of the account acc_a costs 12 of the 30 that member 1 held with key 1, which
 * has a cap as the account has; call 2 is released; call 3, of a guest, costs nothing; call 4, of the same member and key, is open and holds 5.
 */
export async function makeSmallLedger(folder: string): Promise<string> {
  const databaseFile = join(folder, 'farebox.db');
  await makeDatabase(databaseFile);
  const database = new SqliteDatabase(databaseFile);
  database.exec(`
    INSERT INTO Account (id, name, createdAt) VALUES ('acc_a', 'A', 0);
    INSERT INTO ApiKey (id, accountKey, name, hash, hint, operator, createdAt, capDay)
      VALUES ('key_a', 1, '', '', '', 0, 0, 100);
    INSERT INTO Person (id, email, emailKey, name, createdAt) VALUES ('per_a', '', '', '', 0);
    INSERT INTO Member (accountKey, personKey, role, joinedAt, capDay) VALUES (1, 1, 'owner', 0, 50);`);
  database.close();
  const writer = await startWriter(databaseFile);
  const ledger = openSqliteLedger(databaseFile, writer);
  const hold = async (callId: string, changes: Partial<Hold>) => {
    const result = await ledger.hold({
      callId,
      purse: { id: 'acc_a', allowance: null, nowMs },
      owner: 'acc_a',
      apiKeyKey: null,
      memberKey: null,
      productKey: 1,
      versionKey: 1,
      credits: 5,
      inputHash: '',
      input: '{}',
      idempotency: null,
      ...changes,
    });
    if (result.outcome !== 'held') throw new Error(`The hold of ${callId} was refused: ${result.outcome}.`);
    return { callKey: result.callKey, nowMs, ending: {}, answer: null };
  };
  await writer.run('cap-account', { accountId: 'acc_a', caps: { capMonth: 100 }, reason: 'Agreed' });
  const guest = { id: 'guest_b', allowance: 1000, nowMs };
  await ledger.grant({ purseId: 'acc_a', credits: 100, kind: 'grant', reason: '', nowMs });
  await ledger.settle({
    ...(await hold('call_1', { credits: 30, apiKeyKey: 1, memberKey: 1 })),
    charged: 12,
  });
  await ledger.release(await hold('call_2', { apiKeyKey: 1, memberKey: 1 }));
  await ledger.settle({ ...(await hold('call_3', { purse: guest, owner: 'anon_b' })), charged: 0 });
  await hold('call_4', { apiKeyKey: 1, memberKey: 1 });
  ledger.close();
  await writer.close();
  return databaseFile;
}

/** Changes what nothing but a failure, or somebody with the file in hand, could change. */
export function corrupt(databaseFile: string, sql: string): void {
  const database: Database = new SqliteDatabase(databaseFile);
  database.pragma('ignore_check_constraints = ON');
  database.pragma('foreign_keys = OFF');
  database.exec(
    `DROP TRIGGER Entry_is_never_changed; DROP TRIGGER Entry_is_never_deleted; DROP INDEX IF EXISTS Entry_charge; ${sql}`,
  );
  database.close();
}
