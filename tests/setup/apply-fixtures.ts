import { applyFolder } from '../../cli/apply-folder.ts';
import { placeOf } from './data-place.ts';

/** Publishes tests/fixtures/catalogue on a running portal, as an operator would. */
export function applyFixtures(dataFolder: string): Promise<void> {
  const folder = 'tests/fixtures/catalogue';
  return applyFolder(placeOf(dataFolder), { folder, prune: false, dryRun: false }, () => {});
}
