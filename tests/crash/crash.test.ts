import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { type PostgresServer, startPostgres } from '../setup/postgres-server.ts';
import { bareStartSeconds } from './bare-start.ts';
import { type CrashEngine, onPostgres, onSqlite } from './crash-engine.ts';
import { crashReportText } from './crash-report.ts';
import { runCrashes } from './crash-run.ts';
import { runSabotaged } from './run-sabotaged.ts';
import { sabotages } from './sabotages.ts';

let bareSeconds: number;
let postgres: PostgresServer;
beforeAll(async () => {
  bareSeconds = await bareStartSeconds();
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

const engines: Record<CrashEngine['name'], () => CrashEngine> = {
  sqlite: () => onSqlite,
  postgresql: () => onPostgres(postgres),
};

describe.for(['sqlite', 'postgresql'] as const)('on %s', (name) => {
  test('a portal that is killed loses nothing, dials nothing twice, and charges for nothing else', async ({
    signal,
  }) => {
    const run = { engine: engines[name](), bundle: serverBundle, seed: 7, kills: 7, bareSeconds };
    const report = await runCrashes({ ...run, signal });
    console.info(crashReportText(report));
    expect(report.violations).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(500);
    expect(report.unknown).toBeGreaterThan(0);
    expect(report.replays).toBeGreaterThan(report.acknowledged);
  });

  const ofEngine = sabotages.filter(({ engine, isSlow }) => engine === name && isSlow !== true);
  test.for(ofEngine)('a portal with the fault "$name" is found out', async (sabotage, { signal }) => {
    const { found, report } = await runSabotaged(sabotage, engines[name](), 7, { bareSeconds, signal });
    expect(found, crashReportText(report)).toBe(true);
  });
});
