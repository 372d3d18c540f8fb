import pg from 'pg';
import { type Answer, takeTrip, type TripStatement } from './trip.ts';

/** A batch that is not written, and decided anew. */
class Undecided extends Error {}

/** Others changed meanwhile what it was decided on. */
export class Overtaken extends Undecided {}

/** The database took this instance for lost. */
export class Fenced extends Undecided {}

export interface Written<Result> {
  /** Undefined if nothing changes. */
  write: TripStatement | undefined;
  result: Result;
}

const begin = alone('begin', 'BEGIN ISOLATION LEVEL READ COMMITTED');
const commit = alone('commit', 'COMMIT');
const rollBack = alone('roll_back', 'ROLLBACK');

/**
 * Of the transaction alone, because a pooler may give the next one another connection. A process that stalls between its
 * trips would keep its locks: the server undoes it. Plans are made once, perhaps while a table is empty; so that they
 * stay good, every table is searched by an array of keys.
 */
const settings = alone(
  'settings',
  `SELECT set_config('idle_in_transaction_session_timeout', '5s', true), set_config('lock_timeout', '20s', true),
          set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
);

function alone(name: string, text: string): TripStatement {
  return { name: `farebox_${name}`, text, values: [] };
}

/**
 * A transaction in two trips: the first locks and reads, and what is decided on it is written and committed by the
 * second. What fails in the first has written nothing.
 */
export async function inTwoTrips<Result>(
  pool: pg.Pool,
  reads: readonly TripStatement[],
  decide: (read: (string | null)[]) => Written<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const answers = await takeTrip(client, [begin, settings, ...reads]);
    const { write, result } = decide(answers.slice(2).map(({ value }) => value));
    const ended = await takeTrip(client, write ? [write, commit] : [rollBack]);
    if (write && !isCommitted(ended)) throw new Error('The batch was not committed.');
    return result;
  } catch (error) {
    failure = await undo(client, error);
    throw error;
  } finally {
    client.release(failure);
  }
}

function isCommitted(answers: readonly Answer[]): boolean {
  return answers.at(-1)?.command === 'COMMIT';
}

/** Returns why the connection is closed: it is silent or gone, or cannot even roll back. */
async function undo(client: pg.ClientBase, error: unknown): Promise<Error | undefined> {
  try {
    if (!(error instanceof Undecided) && !(error instanceof pg.DatabaseError)) throw error;
    await takeTrip(client, [rollBack]);
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}
