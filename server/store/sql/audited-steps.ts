import type { Author, Once } from '../author.ts';
import { checkAuthor } from './check-author.ts';
import { idempotencyMs } from './kept-times.ts';
import type { EngineSteps, SharedJob } from './shared-job.ts';
import { type Steps, run, statement, timeOf } from './statement.ts';
import { writeAudit } from './write-audit.ts';

/** A shared job with any payload, and who asked for it. */
export interface AuditedJob {
  verb: string;
  job: SharedJob<never>;
  payload: never;
  author: Author;
}

/** The check of the author, the steps of a job, of its audit entry, and of the request that asked for it once. */
export function* auditedSteps({ verb, job, payload, author }: AuditedJob, engine: EngineSteps): Steps<never> {
  yield* checkAuthor(author);
  const result = yield* job.steps(payload, engine);
  const change = job.audit && job.audit(payload, result, author);
  if (change) yield* writeAudit(verb, author, change);
  // What changes nothing now could change something when the request is repeated.
  if (author.once) yield* storeRequest(author.once, result);
  return result;
}

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
function* storeRequest({ hash, fingerprint, given, now }: Once, result: unknown): Steps<void> {
  const before = timeOf(now - idempotencyMs);
  yield* run(dropOwn, hash, before);
  yield* run(dropOld, before, mostDropped);
  const added = yield* run(insert, hash, fingerprint, given, JSON.stringify(result ?? null), timeOf(now));
  if (added === 0) throw new Error('Another request used the same Idempotency-Key at the same time.');
}
