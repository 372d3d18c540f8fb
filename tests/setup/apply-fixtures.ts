import { applyFolder } from '../../cli/work/apply-folder.ts';
import { readSettings } from '../../server/env.ts';
import { placeOf } from './data-place.ts';
import { testEgress } from './farebox.ts';

/** Publishes tests/fixtures/catalogue on a running portal. */
export const applyFixtures = (dataFolder: string) => applyCatalogue(dataFolder, 'tests/fixtures/catalogue');

/** Publishes a folder as an operator would, in this process: a command of its own takes a second to load. */
export function applyCatalogue(dataFolder: string, folder: string): Promise<void> {
  const { egressAllow } = readSettings({ FAREBOX_EGRESS_ALLOW: testEgress });
  const options = { folder, prune: false, dryRun: false };
  return applyFolder(placeOf(dataFolder), options, () => {}, { egressAllow, secrets: new Set() });
}
