import type { z } from 'zod';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Balance, Grant } from '../ledger.ts';
import type { Published } from '../writer.ts';
import type { Payload, Result, Verb } from '../writer-verbs.ts';
import type { Author } from '../author.ts';
import type { Steps } from './statement.ts';

/** The verbs that each engine does in its own way: those of the ledger, and of its file. */
export type EngineVerb =
  | 'hold'
  | 'mark-checked'
  | 'move'
  | 'probe'
  | 'prune'
  | 'recover'
  | 'settle'
  | 'shorten-file';

/** The verbs that are written once for both engines. */
export type SharedVerb = Exclude<Verb, EngineVerb>;

/** What shared jobs use of the engine that runs them. */
export interface EngineSteps {
  grant(grant: Grant): Steps<Balance>;
}

/** A change for the audit log. Values have no secrets. */
export interface AuditedChange {
  /** The id of what was changed. */
  target: string | null;
  before?: JsonObject | null;
  after?: JsonObject | null;
  reason?: string | null;
}

/** What runs a verb of the writer, in a transaction: what it throws undoes it alone. */
export interface SharedJob<Name extends SharedVerb> {
  /** Parses what the command line sends to a running portal. A job without it is for the portal alone. */
  payload?: z.ZodType<Payload<Name>>;
  /** The data that it changes and that others cache. */
  publishes: Published | false;
  /**
   * Jobs with the same lock run one after another in all processes, so that what one has read still holds when it
   * writes. What a job publishes is a lock, too.
   */
  locks?: Published;
  /** Describes the change for the audit log; null if nothing was changed. `false` for verbs that are not logged. */
  audit: false | ((payload: Payload<Name>, result: Result<Name>, author: Author) => AuditedChange | null);
  /** In SQLite it takes 20 ms at most. */
  steps(payload: Payload<Name>, engine: EngineSteps): Steps<Result<Name>>;
}
