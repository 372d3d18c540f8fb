import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { migrate } from '../../prisma/migrate.ts';
import { newCallId, randomLetters } from '../../server/call-id.ts';
import { callBody } from './calls.ts';

export const credits = 6;
/** The first free purse: `issued` and `earned` exist already. */
const firstKey = 3;
const atOnce = 10_000;

/** Paid calls of many accounts in the last twenty days, until now: as many as a busy portal has in a year. */
export async function seedLedger(dataFolder: string, calls: number, purses = 1_000): Promise<void> {
  const databaseFile = join(dataFolder, 'farebox.db');
  await migrate(databaseFile);
  const database = new SqliteDatabase(databaseFile);
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = OFF');
  const add = {
    account: database.prepare('INSERT INTO Account (id, name, createdAt) VALUES (?, ?, 0)'),
    purse: database.prepare('INSERT INTO Purse (key, id, posted, pending) VALUES (?, ?, ?, 0)'),
    entry: database.prepare(
      'INSERT INTO Entry (key, transfer, purseKey, amount, kind, at, callKey) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    call: database.prepare(
      `INSERT INTO Call (key, id, purseKey, owner, productKey, versionKey, state, quoted, charged, startedAt, settledAt, inputHash)
       VALUES (?, ?, ?, ?, 1, 1, 1, ${credits}, ${credits}, ?, ?, ?)`,
    ),
    ending: database.prepare('INSERT INTO CallEnding (callKey, ending) VALUES (?, ?)'),
    input: database.prepare('INSERT INTO CallInput (callKey, input) VALUES (?, ?)'),
    use: database.prepare(
      `INSERT INTO DailyUse (purseKey, day, productKey, apiKeyKey, memberKey, calls, credits) VALUES (?, ?, 1, 0, 0, 1, ${credits})
         ON CONFLICT DO UPDATE SET calls = calls + 1, credits = credits + ${credits}`,
    ),
  };
  const owners = Array.from({ length: purses }, () => `acc_${randomLetters(16)}`);
  const now = Date.now();
  const begin = now - 20 * 24 * 60 * 60 * 1000;
  const inputHash = randomLetters(43);

  database.transaction(() => {
    let entry = 1;
    // Each spends exactly this.
    const given = (calls / purses) * credits;
    owners.forEach((owner, index) => {
      const purse = firstKey + index;
      add.account.run(owner, owner);
      add.purse.run(purse, owner, 0);
      add.entry.run(entry, entry, 1, -given, 'grant', begin, null);
      add.entry.run(entry + 1, entry, purse, given, 'grant', begin, null);
      entry += 2;
    });
    database.prepare('UPDATE Purse SET posted = ? WHERE key = 1').run(-given * purses);
  })();

  const addCalls = database.transaction((from: number, to: number) => {
    for (let key = from; key < to; key += 1) {
      const index = (key * 7) % purses;
      const at = begin + Math.floor(((key - 1) / calls) * (now - begin));
      const transfer = 2 * purses + 2 * key - 1;
      const end = at + 5;
      add.call.run(key, newCallId(at), firstKey + index, owners[index], at, end, inputHash);
      add.ending.run(key, ending);
      add.input.run(key, callBody);
      add.entry.run(transfer, transfer, firstKey + index, -credits, 'charge', end, key);
      add.entry.run(transfer + 1, transfer, 2, credits, 'charge', end, key);
      add.use.run(firstKey + index, new Date(at).toISOString().slice(0, 10));
    }
  });
  for (let from = 1; from <= calls; from += atOnce) addCalls(from, Math.min(from + atOnce, calls + 1));
  database.prepare('UPDATE Purse SET posted = ? WHERE key = 2').run(calls * credits);
  database.prepare('UPDATE FirstOpenCall SET key = ?').run(calls + 1);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

export const ending = JSON.stringify({
  outcome: 'success',
  charge: 'settled',
  lines: [{ amount: '2' }, { quantity: '6000000', amount: '3' }, { choice: 'svg', amount: '1' }],
  subtotal: '6',
  clamped: null,
  credits,
  upstream: { status: 200, firstByteMs: 2, totalMs: 2 },
  replyHash: 'i0hYbyNzDRFe2BkN9nqJTp_ZkGLbBWfQMbmZDPJmVA8',
  replyBytes: 300,
});
