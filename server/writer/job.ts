import type { Database } from 'better-sqlite3';

/** A named verb of the writer. It runs inside a savepoint of its own: what it throws undoes it alone. */
export interface Job<Payload, Outcome> {
  /** Whether it changes what the catalogue shows. */
  publishes: boolean;
  /** Prepares its statements once and returns what runs them; a run takes 20 ms at the very most. */
  prepare(database: Database): (payload: Payload) => Outcome;
}
