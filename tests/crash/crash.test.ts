import { beforeAll, expect, test } from 'vitest';
import { serverBundle } from '../../cli/start/server-bundle.mjs';
import { bareStartSeconds } from './bare-start.ts';
import { crashReportText } from './crash-report.ts';
import { runCrashes } from './crash-run.ts';
import { runSabotaged } from './run-sabotaged.ts';
import { sabotages } from './sabotages.ts';

let bareSeconds: number;
beforeAll(async () => {
  bareSeconds = await bareStartSeconds();
});

test('a portal that is killed loses nothing, dials nothing twice, and charges for nothing else', async ({
  signal,
}) => {
  const report = await runCrashes({ bundle: serverBundle, seed: 7, kills: 7, bareSeconds, signal });
  console.info(crashReportText(report));
  expect(report.violations).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(500);
  expect(report.unknown).toBeGreaterThan(0);
  expect(report.replays).toBeGreaterThan(report.acknowledged);
});

test.for(sabotages)('a portal with the fault "$name" is found out', async (sabotage, { signal }) => {
  const { report } = await runSabotaged(sabotage, 7, bareSeconds, signal);
  const kinds = report.violations.map(({ kind }) => kind);
  expect(
    sabotage.violates.some((kind) => kinds.includes(kind)),
    crashReportText(report),
  ).toBe(true);
});
