import { expect, test } from 'vitest';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { testSeed } from '../setup/seed.ts';
import { without } from '../setup/start-portal.ts';
import { onSqlite } from './crash-engine.ts';
import { crashReportText } from './crash-report.ts';
import { runCrashes } from './crash-run.ts';
import { runSabotaged } from './run-sabotaged.ts';
import { heldInPromise } from './sabotages.ts';

const load = { clients: 16, variables: without({ pages: false, toolbox: false }) };

test('a portal that is killed three times loses nothing, dials nothing twice, and charges for nothing else', async ({
  signal,
}) => {
  const run = { engine: onSqlite, bundle: serverBundle, seed: testSeed, kills: 3 };
  const report = await runCrashes({ ...run, ...load, signal });
  expect(report.violations, crashReportText(report)).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(report.replays).toBeGreaterThan(report.acknowledged);
});

test(`a portal with the fault "${heldInPromise.name}" is found out`, async ({ signal }) => {
  const { found, report } = await runSabotaged(heldInPromise, onSqlite, testSeed, { ...load, signal });
  expect(found, crashReportText(report)).toBe(true);
});
