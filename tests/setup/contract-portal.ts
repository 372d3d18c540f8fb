import type { TestProject } from 'vitest/node';
import { applyFixtures } from './apply-fixtures.ts';
import { startPortal } from './start-portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string;
  }
}

/** Before the contract suite: the server, with its fast lane or with everything through Next. */
export default async function startForProject(project: TestProject): Promise<() => Promise<void>> {
  const portal = await startPortal(project.name === 'contract-without-lane' ? ['--no-lane'] : []);
  await applyFixtures(portal.dataFolder);
  project.provide('portalUrl', portal.url);
  return portal.stop;
}
