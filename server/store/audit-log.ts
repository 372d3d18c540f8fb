import type { AuditEntry } from '../../lib/audit/audit-entry.ts';
import type { PageOf, PageWish } from './page.ts';

export interface AuditFilter {
  verb: string | undefined;
  /** The id of a person or key. */
  actor: string | undefined;
  target: string | undefined;
}

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
  /** Newest first. */
  page(filter: AuditFilter, wish: PageWish): Promise<PageOf<AuditEntry>>;
}
