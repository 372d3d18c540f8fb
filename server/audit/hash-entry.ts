import { createHash } from 'node:crypto';
import type { AuditEntry } from '../../lib/audit/audit-entry.ts';
import { canonicalJson, type JsonValue } from '../../lib/json/json.ts';

export type EntryWithoutHash = Omit<AuditEntry, 'hash'>;

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
