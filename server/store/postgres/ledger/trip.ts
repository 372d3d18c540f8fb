import type pg from 'pg';
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
