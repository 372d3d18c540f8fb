import { parseArgs } from 'node:util';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { startPostgres } from '../setup/postgres-server.ts';
import { onPostgres, onSqlite } from './crash-engine.ts';
import { crashReportText } from './crash-report.ts';
import { runCrashes } from './crash-run.ts';
import { runSabotaged } from './run-sabotaged.ts';
import { sabotages } from './sabotages.ts';

/**
 * `npm run test:crash -- [--kills N] [--seed S] [--engine sqlite|postgresql]`: N kills over five seeds, or over one that
 * is named.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const kills = Number(values.kills);
const seeds = values.seed === undefined ? [1, 2, 3, 4, 5] : [Number(values.seed)];
if (!Number.isInteger(kills) || kills < seeds.length || !seeds.every(Number.isInteger)) {
  console.error(`Expected whole numbers, and at least ${seeds.length} kills.`);
  process.exit(2);
}
if (values.engine !== 'sqlite' && values.engine !== 'postgresql') {
  console.error(`The engine is sqlite or postgresql, not ${values.engine}.`);
  process.exit(2);
}

const postgres = values.engine === 'postgresql' ? await startPostgres() : undefined;
const engine = postgres ? onPostgres(postgres) : onSqlite;

let failed = 0;
for (const [index, seed] of seeds.entries()) {
  const share = Math.floor(((index + 1) * kills) / seeds.length) - Math.floor((index * kills) / seeds.length);
  const report = await runCrashes({ engine, bundle: serverBundle, seed, kills: share });
  console.log(crashReportText(report));
  failed += report.violations.length;
}
for (const sabotage of sabotages.filter(({ engine: of }) => of === engine.name)) {
  const { found, report } = await runSabotaged(sabotage, engine, seeds[0] ?? 1, {});
  console.log(`\nSabotage, ${sabotage.name}: ${found ? 'found' : 'NOT FOUND'}\n${crashReportText(report)}`);
  if (!found) failed += 1;
}
await postgres?.close();
console.log(failed === 0 ? '\nThe portal kept every promise.' : `\n${failed} failures.`);
process.exit(failed === 0 ? 0 : 1);
