import type { TestProject } from 'vitest/node';
import { applyFixtures } from './apply-fixtures.ts';
import { startPortal } from './start-portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string;
    lane: boolean;
  }
}

/** Before the contract suite: the server, with its fast lane or with everything through Next. */
export default async function startForProject(project: TestProject): Promise<() => Promise<void>> {
  const lane = project.name !== 'contract-without-lane';
  const portal = await startPortal(lane ? [] : ['--no-lane']);
  await applyFixtures(portal.dataFolder);
  project.provide('portalUrl', portal.url);
  project.provide('lane', lane);
  return portal.stop;
}
