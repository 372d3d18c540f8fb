import type { AuditEntry } from '../../lib/audit/audit-entry.ts';

export interface AuditEnd {
  number: number;
  hash: string;
  /** When an entry was signed last; undefined if none was. */
  signedAtMs: number | undefined;
}

export interface AuditLog {
  /** The last entry; undefined if there is none. */
  end(): Promise<AuditEnd | undefined>;
  /** In order, from the one after this number. */
  entriesAfter(number: number, most: number): Promise<AuditEntry[]>;
}
