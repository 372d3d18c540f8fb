import { applyFixtures } from './apply-fixtures.ts';
import { startPortal } from './start-portal.ts';

/** Before the journeys: the server. Playwright hands its environment on to the processes that run them. */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const portal = await startPortal();
  await applyFixtures(portal.dataFolder);
  process.env['FAREBOX_TEST_URL'] = portal.url;
  process.env['FAREBOX_TEST_DATA'] = portal.dataFolder;
  return portal.stop;
}
