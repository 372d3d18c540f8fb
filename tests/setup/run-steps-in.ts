import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Steps } from '../../server/store/sql/statement.ts';
import { prepareSteps } from '../../server/store/sqlite/run-steps.ts';

/** Runs steps on the database of a data folder, beside its portal. */
export function runStepsIn<Result>(dataFolder: string, steps: Steps<Result>): Result {
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { timeout: 10_000 });
  try {
    return prepareSteps(database)(steps);
  } finally {
    database.close();
  }
}
