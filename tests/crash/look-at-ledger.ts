import SqliteDatabase, { type Database } from 'better-sqlite3';
import { hashInput } from '../../server/inputs/quote.ts';
import { checkLedger } from '../../server/store/sqlite/check/check-ledger.ts';
import { granted } from './crash-data.ts';
import { isUnknown, nameOf, type SeenCall } from './seen-calls.ts';
import type { Violations } from './violations.ts';

interface CallRow {
  id: string;
  state: number;
  charged: number;
  entries: number;
  paid: number;
}

const [settled, released, unknown] = [1, 2, 3];

/**
 * Compares what clients were told with what stands in the file, by queries of its own. `killedAtMs`: when the last
 * portal was gone; whatever began before must be resolved. Calls of the next one may be under way.
 */
export function lookAtLedger(
  databaseFile: string,
  seen: SeenCall[],
  killedAtMs: number,
  violations: Violations,
): void {
  inOneRead(databaseFile, (database) => {
    lookAtSums(database, violations);
    lookForHolds(database, killedAtMs, violations);
    lookAtCalls(readCalls(database), seen, violations);
  });
  for (const sentence of checkLedger(databaseFile)) violations.add('ledger check', sentence, sentence);
}

/** When nothing is under way any more, and every call has its final answer. */
export function lookAtEnd(
  databaseFile: string,
  seen: SeenCall[],
  dials: ReadonlyMap<string, string[]>,
  violations: Violations,
): void {
  lookAtLedger(databaseFile, seen, Number.MAX_SAFE_INTEGER, violations);
  inOneRead(databaseFile, (database) => {
    lookAtFile(database, violations);
    lookAtKeys(database, seen, violations);
    lookAtBalances(database, seen, violations);
  });
  const known = new Set(seen.map(({ call }) => call.key));
  for (const key of dials.keys())
    if (!known.has(key))
      violations.add('no final answer', key, 'It was dialled, and nobody was told its end.');
}

/** Opened for each look: while a portal is being killed nobody else may have the file open. */
function inOneRead(databaseFile: string, look: (database: Database) => void): void {
  const database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
  try {
    database.transaction(() => look(database))();
  } finally {
    database.close();
  }
}

function lookAtFile(database: Database, violations: Violations): void {
  const sound = database.pragma('integrity_check', { simple: true });
  if (sound !== 'ok') violations.add('ledger check', 'the file', String(sound));
}

function lookAtSums(database: Database, violations: Violations): void {
  const sum = database.prepare<[], number>('SELECT coalesce(sum(amount), 0) FROM Entry').pluck().get();
  if (sum !== 0) violations.add('entries do not add up', 'all', `They add up to ${sum}.`);
}

function lookForHolds(database: Database, killedAtMs: number, violations: Violations): void {
  const open = database
    .prepare<[number], string>('SELECT id FROM Call WHERE state = 0 AND startedAt <= ?')
    .pluck();
  for (const id of open.all(killedAtMs))
    violations.add('hold left open', id, 'The process that took it is gone.');
}

function readCalls(database: Database): Map<string, CallRow> {
  const rows = database
    .prepare<[], CallRow>(
      `SELECT c.id, c.state, c.charged, count(e.key) AS entries, -coalesce(sum(e.amount), 0) AS paid
         FROM Call c
         LEFT JOIN (SELECT key, callKey, purseKey, amount FROM Entry WHERE kind = 'charge' AND amount < 0) e
           ON e.callKey = c.key AND e.purseKey = c.purseKey
        GROUP BY c.key`,
    )
    .all();
  return new Map(rows.map((row) => [row.id, row]));
}

function lookAtCalls(rows: Map<string, CallRow>, seen: SeenCall[], violations: Violations): void {
  for (const { call, answer } of seen) {
    const name = nameOf(answer, call.key);
    const row = rows.get(answer.callId);
    if (isUnknown(answer)) {
      if (row?.state !== unknown || row.charged !== 0 || row.entries !== 0)
        violations.add('charged for an unknown call', name, `The ledger has ${JSON.stringify(row)}.`);
      continue;
    }
    if (row?.state !== settled && row?.state !== released) {
      violations.add('acknowledged call lost', name, `The ledger has ${JSON.stringify(row)}.`);
      continue;
    }
    const entries = answer.charged > 0 ? 1 : 0;
    if (row.charged !== answer.charged || row.paid !== answer.charged || row.entries !== entries) {
      const detail = `The client was told ${answer.charged}, and the ledger has ${JSON.stringify(row)}.`;
      violations.add('wrong charge', name, detail);
    }
  }
}

function lookAtKeys(database: Database, seen: SeenCall[], violations: Violations): void {
  const rows = database
    .prepare<[], { inputHash: string; calls: number; ids: string }>(
      // A call that was turned away before it was sent frees its key: the next one is another.
      `SELECT inputHash, count(*) AS calls, group_concat(id, ' ') AS ids
       FROM Call LEFT JOIN CallEnding ON callKey = Call.key
       WHERE ending IS NULL OR NOT (
         ending->>'$.outcome' = 'refused' AND ending->>'$.upstream.status' IS NULL
         AND ending->>'$.problem' IN ('upstream-busy', 'client-gone', 'portal-stopped'))
       GROUP BY 1`,
    )
    .all();
  // Each call sends its key, so that no two have one input.
  const keys = new Map(seen.map(({ call: { key, most } }) => [hashInput({ call: key, most }), key] as const));
  for (const { inputHash, calls, ids } of rows) {
    const key = keys.get(inputHash);
    if (calls > 1)
      violations.add('two calls of one key', `${ids} (${key})`, `The ledger has ${calls} of them.`);
    if (key === undefined) violations.add('no final answer', ids, 'Nobody was told its end.');
  }
}

/** What was given, less what clients were told that they paid. */
function lookAtBalances(database: Database, seen: SeenCall[], violations: Violations): void {
  const paid = new Map<string | null, number>();
  for (const { caller, answer } of seen)
    if (!isUnknown(answer)) paid.set(caller.purse, (paid.get(caller.purse) ?? 0) + answer.charged);
  const purses = database.prepare<[], { id: string; posted: number; pending: number; refilled: number }>(
    `SELECT p.id, p.posted, p.pending,
            coalesce((SELECT sum(e.amount) FROM Entry e WHERE e.purseKey = p.key AND e.kind = 'allowance'), 0) AS refilled
       FROM Purse p WHERE p.key > 2`,
  );
  for (const { id, posted, pending, refilled } of purses.all()) {
    const isGuest = id.startsWith('guest_');
    const expected = (isGuest ? refilled : granted) - (paid.get(isGuest ? null : id) ?? 0);
    if (posted !== expected || pending !== 0)
      violations.add('wrong balance', id, `It has ${posted}, ${pending} of it held, and not ${expected}.`);
  }
}
