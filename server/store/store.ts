import type { Accounts } from './accounts.ts';
import type { Calls } from './calls.ts';
import type { Catalogue } from './catalogue.ts';
import type { Ledger } from './ledger.ts';
import type { Publications } from './publications.ts';
import type { Writer } from './writer.ts';

/** What lasts. Verbs know this interface; one engine is behind it, and only the engine knows SQL. */
export interface Store {
  catalogue: Catalogue;
  publications: Publications;
  accounts: Accounts;
  calls: Calls;
  ledger: Ledger;
  writer: Writer;
  /** Reads something, or rejects. */
  probe(): Promise<void>;
  /** Takes no more writes, finishes those under way, and lets go of the database. */
  close(): Promise<void>;
}
