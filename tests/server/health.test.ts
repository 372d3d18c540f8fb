import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { RateLimits } from '../../server/callers/rate-limits.ts';
import { CallsUnderWay } from '../../server/calls/calls-under-way.ts';
import { openDatabase } from '../../server/database.ts';
import { readSettings } from '../../server/env.ts';
import { Gateway } from '../../server/gateway/gateway.ts';
import { health } from '../../server/health.ts';
import { InputThreads } from '../../server/inputs/input-threads.ts';
import { openSqliteLedger } from '../../server/ledger/sqlite-ledger.ts';
import { Metrics } from '../../server/metrics.ts';
import { openCatalogue } from '../../server/products/sqlite-catalogue.ts';
import { setPortal } from '../../server/portal.ts';
import { makePortalCache } from '../../server/portal-cache.ts';
import { startWriter, type ThreadedWriter } from '../../server/writer/start-writer.ts';

let folder: string;
let writer: ThreadedWriter;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-health-'));
  await migrate(join(folder, 'farebox.db'));
  writer = await startWriter(join(folder, 'farebox.db'));
});
afterEach(async () => {
  await writer.close();
  await rm(folder, { recursive: true, force: true });
});

async function healthOn(databaseFile: string) {
  const database = openDatabase(join(folder, databaseFile));
  const cache = makePortalCache({ keep: true });
  setPortal({
    settings: readSettings({ NODE_ENV: 'test' }),
    secret: Buffer.alloc(32),
    database,
    catalogue: openCatalogue(join(folder, 'farebox.db')),
    writer,
    arrivals: new Map(),
    callsUnderWay: new CallsUnderWay(),
    rateLimits: new RateLimits(0),
    inputThreads: new InputThreads(Buffer.alloc(32)),
    cache,
    ledger: openSqliteLedger(join(folder, 'farebox.db'), writer),
    gateway: new Gateway({ allow: { names: [], networks: [] } }),
    metrics: new Metrics(writer),
    serverVariables: Promise.resolve({}),
  });
  try {
    return await health();
  } finally {
    await database.$disconnect();
  }
}

test('a portal is well while its database answers, and unavailable when it does not', async () => {
  expect(await healthOn('farebox.db')).toEqual({ status: 'ok' });
  await expect(healthOn('absent/farebox.db')).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
  });
});
