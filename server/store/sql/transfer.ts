import { entrySources, type Transfer } from '../../../lib/ledger/purse.ts';
import { decideGrant, type GrantRequest, type GrantRows } from '../../../lib/ledger/decide-grant.ts';
import type { Granted } from '../ledger.ts';
import { first, run, statement, type Steps, timeOf, all } from './statement.ts';

const columns = 'transfer, purseKey, amount, kind, at, callKey, reason';

/** The two entries of a transfer in SQLite. Both have the key of the first. */
export const firstEntry = `INSERT INTO Entry (${columns}) VALUES ((SELECT coalesce(max(key), 0) + 1 FROM Entry), ?, ?, ?, ?, ?, ?)`;
export const secondEntry = `INSERT INTO Entry (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`;

const newKey = `timed_key(nextval('"Entry_number"'))`;
const addFirst = statement<{ key: number }>(
  `${firstEntry} RETURNING key`,
  `WITH made AS MATERIALIZED (SELECT ${newKey} AS key)
   INSERT INTO Entry (key, ${columns})
   SELECT key, key, ?::bigint, ?::bigint, ?::text, ?::timestamptz, ?::bigint, ?::text FROM made RETURNING key`,
);
const addSecond = statement<{ key: number }>(
  `${secondEntry} RETURNING key`,
  `INSERT INTO Entry (key, ${columns}) VALUES (${newKey}, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
);

const addPurse = statement(
  `INSERT INTO Purse (id, posted, pending) SELECT ?, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM Purse WHERE id = ?)
     ON CONFLICT (id) DO NOTHING`,
);
const purseColumns = 'SELECT key, posted, pending FROM Purse WHERE id = ?';
const findPurse = statement<GrantRows['purse']>(purseColumns, `${purseColumns} FOR NO KEY UPDATE`);
const findPosted = statement<{ posted: number }>(
  'SELECT posted FROM Purse WHERE key = ?',
  `SELECT p.posted + (SELECT coalesce(sum(s.posted), 0) FROM PurseShare s WHERE s.purseKey = p.key) AS posted
     FROM Purse p WHERE p.key = ?`,
);
const findCall = statement<NonNullable<GrantRows['call']>>(
  `SELECT c.key AS key, c.charged AS charged,
          (SELECT coalesce(sum(e.amount), 0) FROM Entry e WHERE e.kind = 'refund' AND e.callKey = c.key AND e.amount > 0) AS refunded
     FROM Call c WHERE c.id = ? AND c.purseKey = ?`,
);
const addToPurse = statement(
  'UPDATE Purse SET posted = posted + ? WHERE key = ?',
  'UPDATE Purse SET posted = posted + ?, entryCount = entryCount + 1 WHERE key = ?',
);
const addToPortal = statement(
  'UPDATE Purse SET posted = posted + ? WHERE key = ?',
  // Connections have different shares, so that they do not wait for each other.
  `INSERT INTO PurseShare AS s (posted, purseKey, share) VALUES (?, ?, pg_backend_pid() % 256)
     ON CONFLICT (purseKey, share) DO UPDATE SET posted = s.posted + excluded.posted`,
);

/** Moves what a person moves. */
export function* grantCredits(request: GrantRequest): Steps<Granted> {
  const { purseId, kind, callId } = request;
  yield* run(addPurse, purseId, purseId);
  const purse = yield* first(findPurse, purseId);
  if (!purse) throw new Error(`${purseId} has no purse.`);
  const posted = (yield* first(findPosted, entrySources[kind]))?.posted ?? 0;
  const call = callId === undefined ? undefined : yield* first(findCall, callId, purse.key);
  const { transfer, balance } = decideGrant({ purse, posted, call }, request);
  return { ...balance, entryId: yield* write(transfer) };
}

/** Returns the key of the entry in the purse. */
function* write({ from, to, credits, kind, nowMs, callKey, reason }: Transfer): Steps<number> {
  yield* run(addToPurse, credits, to);
  yield* run(addToPortal, -credits, from);
  const of = [kind, timeOf(nowMs), callKey, reason] as const;
  const begun = yield* first(addFirst, from, -credits, ...of);
  const ended = begun && (yield* first(addSecond, begun.key, to, credits, ...of));
  if (!ended) throw new Error('The transfer has no entry.');
  return ended.key;
}

const lock = statement(
  'SELECT 1 FROM Purse WHERE id = ?',
  'SELECT 1 FROM Purse WHERE id = ? FOR NO KEY UPDATE',
);

/**
 * From here on no call of the account is held until the job is committed, and those after it see its changes. SQLite has
 * one writer. Keys are revoked before this: holds lock them first, too.
 */
export function* lockPurse(accountId: string): Steps<void> {
  yield* all(lock, accountId);
}

const insert = statement(
  `INSERT INTO Purse (id, posted, pending) SELECT a.id, 0, 0 FROM Account a
    WHERE a.id = ? AND NOT EXISTS (SELECT 1 FROM Purse p WHERE p.id = a.id) ON CONFLICT DO NOTHING`,
);

/** An account has a purse from its first credits on. This makes one before. */
export function* makePurse(accountId: string): Steps<void> {
  yield* run(insert, accountId);
}
