import type { TestProject } from 'vitest/node';
import { applyFixtures } from './apply-fixtures.ts';
import { keepDatabaseUrl } from './data-place.ts';
import { testEgress } from './farebox.ts';
import { startPostgres, unsynced } from './postgres-server.ts';
import { emptyData, startPortal } from './start-portal.ts';
import { commonProducts, publishProducts } from './test-catalogue.ts';
import { startUpstream } from './upstream.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string;
    dataFolder: string;
    /** Behind the products of tests/setup/test-catalogue. */
    upstreamUrl: string;
  }
}

/** Before the contract suite: the server. */
export default async function startForProject(project: TestProject): Promise<() => Promise<void>> {
  const postgres = project.name === 'contract-on-postgres' ? await startPostgres(unsynced) : undefined;
  const upstream = await startUpstream();
  const prepare = postgres
    ? async (dataFolder: string) => keepDatabaseUrl(dataFolder, await postgres.makeDatabase('contract'))
    : emptyData;
  const portal = await startPortal([], prepare, {
    FAREBOX_EGRESS_ALLOW: testEgress,
    FAREBOX_FILE_ALLOW: testEgress,
    FAREBOX_WEBHOOK_ALLOW: testEgress,
    // For metadata of clients on loopback (tests/setup/client-document.ts).
    NODE_EXTRA_CA_CERTS: 'tests/fixtures/tls/self-signed.crt',
    FAREBOX_GUEST_CREDITS: '1000000',
    FAREBOX_CREDITS_URL: 'https://shop.example.com/credits',
    FAREBOX_SECRET_IN_ENVIRONMENT: 'a value of the environment',
    FAREBOX_REGISTRATION: 'open',
    FAREBOX_REGISTRATION_CREDITS: '40',
  });
  await applyFixtures(portal.dataFolder);
  await publishProducts(portal.dataFolder, upstream.url, commonProducts);
  project.provide('portalUrl', portal.url);
  project.provide('dataFolder', portal.dataFolder);
  project.provide('upstreamUrl', upstream.url);
  return async () => {
    await portal.stop();
    await upstream.close();
    await postgres?.close();
  };
}
