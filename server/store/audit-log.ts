import type { AuditEntry } from '../../lib/audit/audit-entry.ts';

export interface AuditLog {
  /** In order, from the one after this number. */
  entriesAfter(number: number, most: number): Promise<AuditEntry[]>;
}
