import { parseArgs } from 'node:util';
import { startPostgres } from '../setup/postgres-server.ts';
import { chaosReportText } from './chaos-report.ts';
import { runChaos } from './chaos-run.ts';
import { withSabotagedBundle } from '../crash/sabotaged-bundle.ts';
import { sabotages } from './sabotages.ts';

/** Every kind of event happens in that time. */
const sabotagedSeconds = 25;

/** `npm run test:chaos -- [--minutes M] [--seed S] [--sabotages]`: then with wrong portals, too. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    sabotages: { type: 'boolean', default: false },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('Expected a number of minutes, and a whole number as the seed.');
  process.exit(2);
}
const postgres = await startPostgres();
let failed = 0;
const report = await runChaos({ postgres, seed, seconds: 60 * minutes });
console.log(chaosReportText(report));
failed += report.violations.length;
if (values.sabotages)
  for (const sabotage of sabotages) {
    const wrong = await withSabotagedBundle(sabotage, (bundle) =>
      runChaos({ postgres, seed, seconds: sabotagedSeconds, bundle }),
    );
    const found = wrong.violations.some(({ kind }) => sabotage.violates.includes(kind));
    console.log(`\nSabotage, ${sabotage.name}: ${found ? 'found' : 'NOT FOUND'}\n${chaosReportText(wrong)}`);
    if (!found) failed += 1;
  }
await postgres.close();
console.log(failed === 0 ? '\nThe portals kept every promise.' : `\n${failed} failures.`);
process.exit(failed === 0 ? 0 : 1);
