import type { z } from 'zod';
import type { Database } from 'better-sqlite3';
import type { Published } from '../../writer.ts';

/** A named verb of the writer. It is atomic: if it throws, only its own changes are undone. */
export interface Job<Payload, Outcome> {
  /** Parses payloads from the command line. Without it only the portal can run the job. */
  payload?: z.ZodType<Payload>;
  /** The kind of cached data that it changes. */
  publishes: Published | false;
  /** Prepares statements once and returns the function that runs them. A run takes at most 20 ms. */
  prepare(database: Database): (payload: Payload) => Outcome;
}
