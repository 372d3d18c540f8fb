import { runTransaction } from '../../server/store/postgres/run-steps.ts';
import type { Steps } from '../../server/store/sql/statement.ts';
import { placeOf } from './data-place.ts';
import { withPool } from './rows.ts';
import { runStepsIn } from './run-steps-in.ts';

/** Runs steps beside the portal of a data folder, on either engine. */
export async function runBeside<Result>(dataFolder: string, steps: () => Steps<Result>): Promise<Result> {
  const { databaseUrl } = placeOf(dataFolder);
  if (databaseUrl === undefined) return runStepsIn(dataFolder, steps());
  return withPool(databaseUrl, (pool) => runTransaction(pool, steps));
}
