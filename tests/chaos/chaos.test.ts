import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../setup/postgres-server.ts';
import { chaosKinds } from './chaos-event.ts';
import { chaosReportText } from './chaos-report.ts';
import { runChaos } from './chaos-run.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

test('three portals keep every promise while they, their database and connections come and go', async ({
  signal,
}) => {
  const report = await runChaos({ postgres, seed: 3, seconds: 30, signal });
  console.info(chaosReportText(report));
  expect(report.violations).toEqual([]);
  for (const kind of chaosKinds) expect(report.events[kind]).toBeGreaterThan(0);
  expect(report.acknowledged).toBeGreaterThan(500);
  expect(report.unknown).toBeGreaterThan(0);
});
