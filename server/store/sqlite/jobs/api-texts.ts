import type { Database } from 'better-sqlite3';
import { forgetApiTexts, writeApisOfProducts, writeApiTexts } from '../../sql/api-texts.ts';
import { prepareSteps } from '../run-steps.ts';

/** Writes the derived data of an API. */
export function prepareApiTexts(database: Database) {
  const runSteps = prepareSteps(database);
  return {
    write: (apiKey: number) => runSteps(writeApiTexts(apiKey)),
    writeOfProducts: (productKeys: readonly number[]) => runSteps(writeApisOfProducts(productKeys)),
    forget: (apiKey: number) => runSteps(forgetApiTexts(apiKey)),
  };
}
