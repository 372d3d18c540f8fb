import type { Database, Statement as SqliteStatement } from 'better-sqlite3';
import { EngineValues, type Statement, type Steps, Time, type Value } from '../sql/statement.ts';

/** Runs steps on a connection of SQLite, without a pause. Statements are prepared once. */
export function prepareSteps(database: Database): <Result>(steps: Steps<Result>) => Result {
  const prepared = new Map<Statement<unknown>, SqliteStatement>();

  function preparedOf(statement: Statement<unknown>): SqliteStatement {
    let known = prepared.get(statement);
    if (known === undefined) {
      known = database.prepare(statement.sqlite);
      prepared.set(statement, known);
    }
    return known;
  }

  return (steps) => {
    let answer: unknown;
    for (;;) {
      const step = steps.next(answer);
      if (step.done === true) return step.value;
      const { statement, values, wants } = step.value;
      const sqlite = preparedOf(statement);
      const given = (values instanceof EngineValues ? values.sqlite() : values).map(sqliteValue);
      answer = wants === 'rows' ? sqlite.all(...given) : sqlite.run(...given).changes;
    }
  };
}

function sqliteValue(value: Value): string | number | null | Uint8Array {
  if (value instanceof Time) return value.ms;
  return typeof value === 'boolean' ? Number(value) : value;
}
