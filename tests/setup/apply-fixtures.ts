import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { placeVariables } from './data-place.ts';

const run = promisify(execFile);

/** Publishes tests/fixtures/catalogue on a running portal, as an operator would. */
export async function applyFixtures(dataFolder: string): Promise<void> {
  await run(process.execPath, ['cli/farebox.mjs', 'apply', 'tests/fixtures/catalogue'], {
    env: { ...process.env, ...placeVariables(dataFolder) },
  });
}
