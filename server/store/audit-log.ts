import type { AuditEntry } from '../../lib/audit/audit-entry.ts';
import type { PageOf, PageWish } from './accounts.ts';

export interface AuditFilter {
  verb: string | undefined;
  /** The id of a person or key. */
  actor: string | undefined;
  target: string | undefined;
}

export interface AuditLog {
  /** In order, from the one after this number. */
  entriesAfter(number: number, most: number): Promise<AuditEntry[]>;
  /** Newest first. */
  page(filter: AuditFilter, wish: PageWish): Promise<PageOf<AuditEntry>>;
}
