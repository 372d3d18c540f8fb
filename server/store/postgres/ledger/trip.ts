import pg from 'pg';
import { namesStatements } from '../connections.ts';

/** A statement with its values as PostgreSQL writes them. It is prepared once on each connection, under its name. */
export interface TripStatement {
  name: string;
  text: string;
  values: readonly (string | null)[];
}

/** What each statement answers: the value of its only column and row, and what it says that it did. */
export interface Answer {
  value: string | null;
  command: string;
}

/** The names of the statements that a connection has prepared. */
const prepared = new WeakMap<pg.ClientBase, Set<string>>();

/**
 * Sends statements to the server at once. It runs them in turn until one fails, of which `takeTrip` rejects. A query of
 * `pg` for each would wait for the one before, or be a message, a promise and a timer of its own.
 */
export function takeTrip(client: pg.ClientBase, statements: readonly TripStatement[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Trip(client, statements, (error, answers) => {
        if (error) reject(error);
        else resolve(answers);
      }),
    );
  });
}

/** What `pg` tells the query that runs. */
class Trip implements pg.Submittable {
  /** `pg` adds its limit of time to it. */
  callback: (error: Error | null, answers: Answer[]) => void;
  readonly #client: pg.ClientBase;
  readonly #statements: readonly TripStatement[];
  readonly #answers: Answer[] = [];
  #value: string | null = null;

  constructor(
    client: pg.ClientBase,
    statements: readonly TripStatement[],
    callback: (error: Error | null, answers: Answer[]) => void,
  ) {
    this.#client = client;
    this.#statements = statements;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    const isNamed = namesStatements(this.#client);
    const known = prepared.get(this.#client) ?? new Set();
    prepared.set(this.#client, known);
    const parsed: string[] = [];
    connection.stream.cork();
    try {
      for (const statement of this.#statements) {
        const name = isNamed ? statement.name : '';
        if (!known.has(name)) {
          connection.parse({ name, text: statement.text, types: [] }, true);
          parsed.push(name);
        }
        connection.bind({ statement: name, values: [...statement.values] }, true);
        connection.execute({}, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    // Those of a trip that failed are prepared as well.
    if (isNamed && parsed.length > 0) this.#learn(connection, known, parsed);
  }

  #learn(connection: pg.Connection, known: Set<string>, parsed: string[]): void {
    const learn = () => {
      const name = parsed.shift();
      if (name !== undefined) known.add(name);
    };
    connection.on('parseComplete', learn);
    connection.once('readyForQuery', () => connection.off('parseComplete', learn));
  }

  handleDataRow({ fields: [value] }: { fields: (string | null)[] }): void {
    this.#value = value ?? null;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answers.push({ value: this.#value, command: text });
    this.#value = null;
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#answers);
  }

  handleRowDescription(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** The rows that a statement answers as JSON; null for none. Each statement stands beside the type of its rows. */
export function rowsOf<Rows>(value: string | null | undefined): Rows | null {
  return JSON.parse(value ?? 'null') as Rows | null;
}

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
  return inTransaction(pool, async (client) => {
    const answers = await takeTrip(client, [begin, settings, ...reads]);
    const { write, result } = decide(answers.slice(2).map(({ value }) => value));
    await end(client, write ? [write, commit] : [rollBack]);
    return result;
  });
}

/** A transaction in one trip, whose statements do not depend on each other's answers. Returns that of the last one. */
export async function inOneTrip(pool: pg.Pool, statements: readonly TripStatement[]): Promise<string | null> {
  return inTransaction(pool, async (client) => {
    const answers = await end(client, [begin, settings, ...statements, commit]);
    return answers.at(-2)?.value ?? null;
  });
}

/** The last trip of a transaction. */
async function end(client: pg.ClientBase, statements: readonly TripStatement[]): Promise<Answer[]> {
  const answers = await takeTrip(client, statements);
  if (statements.at(-1) === commit && answers.at(-1)?.command !== 'COMMIT')
    throw new Error('The batch was not committed.');
  return answers;
}

async function inTransaction<Result>(
  pool: pg.Pool,
  run: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await run(client);
  } catch (error) {
    failure = await undo(client, error);
    throw error;
  } finally {
    client.release(failure);
  }
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
