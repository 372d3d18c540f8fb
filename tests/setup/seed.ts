import fc from 'fast-check';
import { afterEach } from 'vitest';

/** Random inputs of all tests begin with it: vitest.config.ts has one for each commit. */
export const testSeed = Number(process.env['FAREBOX_TEST_SEED']);

fc.configureGlobal({ seed: testSeed });

afterEach(({ task }) => {
  if (task.result?.state === 'fail')
    process.stdout.write(
      `FAREBOX_TEST_SEED=${testSeed} repeats "${task.name}" with the same random inputs.\n`,
    );
});
