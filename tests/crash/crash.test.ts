import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { type PostgresServer, startPostgres } from '../setup/postgres-server.ts';
import { without } from '../setup/start-portal.ts';
import { type CrashEngine, onPostgres, onSqlite } from './crash-engine.ts';
import { crashReportText } from './crash-report.ts';
import { runCrashes } from './crash-run.ts';
import { runSabotaged } from './run-sabotaged.ts';
import { heldInPromise, sabotages } from './sabotages.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

const engines: Record<CrashEngine['name'], () => CrashEngine> = {
  sqlite: () => onSqlite,
  postgresql: () => onPostgres(postgres),
};
const seed = 7;
const bare = without({ pages: false, toolbox: false });

// As many beside each other as there are processors (vitest.config.ts).
describe.concurrent('a portal that is killed', () => {
  test.for([
    { name: 'sqlite', kills: 7, variables: {} },
    // The pages know nothing of the engine.
    { name: 'postgresql', kills: 7, variables: bare },
  ] as const)(
    'loses nothing, dials nothing twice, and charges for nothing else, on $name',
    async (given, { signal }) => {
      const { name, kills, variables } = given;
      const run = { engine: engines[name](), bundle: serverBundle, seed, kills, variables };
      const report = await runCrashes({ ...run, signal });
      console.info(crashReportText(report));
      expect(report.violations).toEqual([]);
      expect(report.acknowledged).toBeGreaterThan(300);
      expect(report.unknown).toBeGreaterThan(0);
      expect(report.replays).toBeGreaterThan(report.acknowledged);
    },
  );

  const quick = sabotages.filter((sabotage) => sabotage.isSlow !== true && sabotage !== heldInPromise);
  test.for(quick)('on $engine with the fault "$name" is found out', async (sabotage, { signal }) => {
    const load = { clients: 16, variables: bare };
    const { found, report } = await runSabotaged(sabotage, engines[sabotage.engine](), seed, {
      ...load,
      signal,
    });
    expect(found, crashReportText(report)).toBe(true);
  });
});
