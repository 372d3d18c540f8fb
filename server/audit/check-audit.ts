import type { AuditEntry } from '../../lib/audit/audit-entry.ts';
import { firstPrevious, hashEntry } from './hash-entry.ts';

/** Where a check of entries goes on. */
export interface AuditPlace {
  number: number;
  hash: string;
}

/** Before the first entry. */
export const auditStart: AuditPlace = { number: 0, hash: firstPrevious };

/** A sentence for the fault of the next entry; undefined if it follows the one before and has its own hash. */
export function faultOfEntry(entry: AuditEntry, before: AuditPlace): string | undefined {
  const expected = before.number + 1;
  if (entry.number > expected)
    return entry.number === expected + 1
      ? `Entry ${expected} is missing.`
      : `The entries ${expected} to ${entry.number - 1} are missing.`;
  if (entry.number < expected) return `Entry ${entry.number} comes after entry ${before.number}.`;
  if (hashEntry(entry) !== entry.hash) return `Entry ${entry.number} was changed: its hash does not match.`;
  if (entry.previous !== before.hash)
    return `Entry ${entry.number} does not follow entry ${before.number}: one of them was replaced.`;
  return undefined;
}
