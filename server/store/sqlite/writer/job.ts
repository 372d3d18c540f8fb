import type { Database } from 'better-sqlite3';
import type { Author } from '../../author.ts';
import type { Published } from '../../sql/job.ts';
import type { Payload, Result, Verb } from '../../writer.ts';

/** What runs a verb of the writer. It runs inside a savepoint of its own: what it throws undoes it alone. */
export interface Job<Name extends Verb> {
  /** What it changes that is kept in memory elsewhere. */
  publishes: Published | false;
  /** Prepares its statements once and returns what runs them; a run takes 20 ms at the very most. */
  prepare(database: Database): (payload: Payload<Name>, author: Author) => Result<Name>;
}
