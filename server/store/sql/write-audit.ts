import { createHash } from 'node:crypto';
import type { AuditEntry } from '../../../lib/audit/audit-entry.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../../../lib/json/json.ts';
import type { Author } from '../author.ts';
import { first, run, statement, type Steps, timeOf } from './statement.ts';

/** A change for the audit log. Values have no secrets. */
export interface AuditedChange {
  /** The id of what was changed. */
  target: string | null;
  before?: JsonObject | null;
  after?: JsonObject | null;
  reason?: string | null;
}

/** Entries of all processes are written one after another. SQLite has one writer. */
const lock = statement('SELECT 1', 'SELECT 1 FROM (SELECT pg_advisory_xact_lock(7201410)) locked');
/** Where the log ends. */
interface LogEnd {
  number: number;
  hash: string;
}

const findLast = statement<LogEnd>('SELECT number, hash FROM AuditEntry ORDER BY number DESC LIMIT 1');
const insert = statement(
  `INSERT INTO AuditEntry (number, at, actorKind, actorId, verb, target, before, after, reason, requestId, previous, hash)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

/** Nobody else writes an entry until the transaction ends. */
export function* lockedEnd(): Steps<LogEnd> {
  yield* first(lock);
  return (yield* first(findLast)) ?? { number: 0, hash: firstPrevious };
}

/** Writes who changed what, in the transaction of the change. */
export function* writeAudit(verb: string, author: Author, change: AuditedChange): Steps<undefined> {
  const last = yield* lockedEnd();
  const now = Date.now();
  const { target, before = null, after = null, reason = author.reason ?? null } = change;
  // The hash is of the text that the engine gives back.
  const entry: EntryWithoutHash = {
    number: last.number + 1,
    at: new Date(now).toISOString(),
    actor: { kind: author.kind, id: author.id },
    verb,
    target,
    before,
    after,
    reason: reason?.toWellFormed() ?? null,
    requestId: author.requestId,
    previous: last.hash,
  };
  const made = [entry.number, timeOf(now), author.kind, author.id, verb, target];
  const values = [textOf(before), textOf(after), entry.reason, author.requestId];
  yield* run(insert, ...made, ...values, entry.previous, hashEntry(entry));
}

function textOf(values: JsonObject | null): string | null {
  return values === null ? null : canonicalJson(values);
}

type EntryWithoutHash = Omit<AuditEntry, 'hash'>;

/** The `previous` of the first entry. */
export const firstPrevious = '0'.repeat(64);

/** SHA-256 of the entry as canonical JSON, without its own hash. */
export function hashEntry(entry: EntryWithoutHash): string {
  const { number, at, actor, verb, target, before, after, reason, requestId, previous } = entry;
  const said: JsonValue = { number, at, verb, target, before, after, reason, requestId, previous };
  const { kind, id } = actor;
  return createHash('sha256')
    .update(canonicalJson({ ...said, actor: { kind, id } }))
    .digest('hex');
}
