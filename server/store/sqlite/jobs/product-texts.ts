import type { Database } from 'better-sqlite3';
import { writeProductTexts } from '../../sql/product-texts.ts';
import { prepareSteps } from '../run-steps.ts';

/** Writes the derived data of a product. */
export function prepareProductTexts(database: Database): (productKey: number) => void {
  const runSteps = prepareSteps(database);
  return (productKey) => runSteps(writeProductTexts(productKey));
}
