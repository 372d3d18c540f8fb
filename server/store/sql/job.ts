import { idempotencyMs } from '../../../lib/ledger/earlier-call.ts';
import type { z } from 'zod';
import type { Author, Once } from '../author.ts';
import { checkAuthor } from './check-author.ts';
import { run, statement, type Steps, timeOf } from './statement.ts';
import { type AuditedChange, writeAudit } from './write-audit.ts';

/**
 * The kinds of data that writes change and other parts cache: the catalogue, what accounts may see of it, API keys,
 * sessions, upstream credentials, what the portal shows of itself. PostgreSQL has a row of each in `Generation`.
 */
export const publishedKinds = ['catalogue', 'grants', 'keys', 'sessions', 'credentials', 'face'] as const;
export type Published = (typeof publishedKinds)[number];

/** How jobs that change the same keep out of each other's way. */
export interface Publishing {
  /** The data that it changes and that others cache. */
  publishes: Published | false;
  /**
   * Jobs with the same lock run one after another in all processes, so that what one has read still holds when it
   * writes. What a job publishes is a lock, too.
   */
  locks?: Published;
}

/** A change of the database, in a transaction: what it throws undoes it alone. Written once for both engines. */
export interface Job<Payload, Result, Run = StepsOf<Payload, Result>> extends Publishing {
  name: string;
  /** Parses what the command line sends to a running portal. A job without it is for the portal alone. */
  payload?: z.ZodType<Payload>;
  /** In SQLite it takes 20 ms at most. */
  steps: Run;
  /**
   * Describes the change for the audit log: what it was of, and values without secrets. Names and addresses are not in
   * it, because its chain cannot forget them: they are found by id. Null if nothing was changed; `false` for what is
   * not logged.
   */
  audit: false | ((payload: Payload, result: Result, author: Author) => AuditedChange | null);
}

/** They know the author where they store who made the change beside it. */
type StepsOf<Payload, Result> = (payload: Payload, author: Author) => Steps<Result>;
interface AnyJob {
  steps: StepsOf<never, unknown>;
}

export type PayloadOf<One extends AnyJob> = Parameters<One['steps']>[0];
export type ResultOf<One extends AnyJob> =
  ReturnType<One['steps']> extends Steps<infer Result> ? Result : never;

/** A job with the types of its schema and its steps. `audit` comes after these, so that it knows them. */
export function job<const Name extends string, Payload, Result, Run extends StepsOf<Payload, Result>>(
  definition: Job<Payload, Result, Run & StepsOf<Payload, Result>> & { name: Name },
): Job<Payload, Result, Run> & { name: Name } {
  return definition;
}

/** The check of the author, the steps of a job, of its audit entry, and of the request that asked for it once. */
export function* auditedSteps<Payload, Result>(
  { name, audit, steps }: Job<Payload, Result>,
  payload: Payload,
  author: Author,
): Steps<Result> {
  yield* checkAuthor(author);
  const result = yield* steps(payload, author);
  const change = audit && audit(payload, result, author);
  if (change) yield* writeAudit(name, author, change);
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
