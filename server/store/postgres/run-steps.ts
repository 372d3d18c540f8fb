import type pg from 'pg';
import { EngineValues, type Statement, type Steps, Time, type Value } from '../sql/statement.ts';

interface Prepared {
  name: string;
  text: string;
}

/** Each statement is prepared once on each connection, under its own name. */
const prepared = new WeakMap<Statement<unknown>, Prepared>();
let count = 0;

/** Runs the steps of a transaction over a connection. The caller begins and ends the transaction. */
export async function runSteps<Result>(
  client: pg.ClientBase | pg.Pool,
  steps: Steps<Result>,
): Promise<Result> {
  let answer: unknown;
  for (;;) {
    const step = steps.next(answer);
    if (step.done === true) return step.value;
    const { statement, values, wants } = step.value;
    const { rows, rowCount } = await client.query({
      ...preparedOf(statement),
      values: (values instanceof EngineValues ? values.postgres() : values).map(postgresValue),
    });
    answer = wants === 'rows' ? rows : (rowCount ?? 0);
  }
}

/**
 * A process that is cut off in a transaction would keep its locks for hours: the server undoes it. Settings of the
 * transaction alone, because a pooler may give the next one another connection.
 */
const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s'; SET LOCAL lock_timeout = '5s'`;

/** A transaction of its own. What throws undoes it. */
export async function runTransaction<Result>(pool: pg.Pool, steps: () => Steps<Result>): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(begin);
    const result = await runSteps(client, steps());
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((cause: unknown) => {
      failure = cause instanceof Error ? cause : new Error(String(cause));
    });
    throw error;
  } finally {
    // A connection that cannot even roll back is closed.
    client.release(failure);
  }
}

function preparedOf(statement: Statement<unknown>): Prepared {
  let known = prepared.get(statement);
  if (known === undefined) {
    count += 1;
    known = { name: `farebox_${count}`, text: postgresSql(statement.postgres) };
    prepared.set(statement, known);
  }
  return known;
}

function postgresValue(value: Value): unknown {
  return value instanceof Time ? new Date(value.ms).toISOString() : value;
}

/**
 * A statement of both engines in PostgreSQL's words: `$1` for the first `?`, and quotes around names with capitals,
 * which PostgreSQL would read as small letters. Texts in quotes stay as they are.
 */
export function postgresSql(sql: string): string {
  let values = 0;
  return sql.replace(part, (text, quoted: string | undefined, name: string | undefined) => {
    if (quoted !== undefined) return text;
    if (name === undefined) return `$${++values}`;
    return hasBoth.test(name) ? `"${name}"` : name;
  });
}

const part = /('(?:[^']|'')*'|"[^"]*")|([A-Za-z_]\w*)|\?/g;
/** Keywords are capitals alone. */
const hasBoth = /(?=.*[A-Z]).*[a-z]/;
