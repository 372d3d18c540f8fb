import { idempotencyMs } from './kept-times.ts';
import type { Once } from '../author.ts';
import { run, statement, type Steps, timeOf } from './statement.ts';

/** Each request also deletes up to this many old ones. */
const mostDropped = 100;

const dropOwn = statement('DELETE FROM OperatorRequest WHERE hash = ? AND createdAt <= ?');
const dropOld = statement(
  'DELETE FROM OperatorRequest WHERE hash IN (SELECT hash FROM OperatorRequest WHERE createdAt <= ? LIMIT ?)',
);
const insert = statement(
  `INSERT INTO OperatorRequest (hash, fingerprint, given, result, createdAt) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO NOTHING`,
);

/** Stores a request with its result. If another one with the same key was first, it throws, and so undoes the change. */
export function* storeRequest({ hash, fingerprint, given, now }: Once, result: unknown): Steps<void> {
  const before = timeOf(now - idempotencyMs);
  yield* run(dropOwn, hash, before);
  yield* run(dropOld, before, mostDropped);
  const added = yield* run(insert, hash, fingerprint, given, JSON.stringify(result ?? null), timeOf(now));
  if (added === 0) throw new Error('Another request used the same Idempotency-Key at the same time.');
}
