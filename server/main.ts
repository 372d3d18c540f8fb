import { parseArgs } from 'node:util';
import { startPortal } from './start-portal.ts';
import { SettingsError } from './env.ts';

const { values } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    /** All through Next, for the tests that show that both ways answer alike. */
    'no-lane': { type: 'boolean', default: false },
  },
});

try {
  await startPortal({ dev: values.dev, lane: !values.dev && !values['no-lane'] });
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
