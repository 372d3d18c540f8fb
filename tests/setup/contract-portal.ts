import type { TestProject } from 'vitest/node';
import { startPortal } from './start-portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string;
  }
}

/** Before the contract suite: the server, with its fast lane or with everything through Next. */
export default async function startForProject(project: TestProject): Promise<() => Promise<void>> {
  const portal = await startPortal(project.name === 'contract-without-lane' ? ['--no-lane'] : []);
  project.provide('portalUrl', portal.url);
  return portal.stop;
}
