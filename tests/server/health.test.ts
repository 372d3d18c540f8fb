import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { RateLimits } from '../../server/limits/rate-limits.ts';
import { CallsUnderWay } from '../../server/calls/calls-under-way.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { readSettings } from '../../server/env.ts';
import { Gateway } from '../../server/gateway/gateway.ts';
import { health } from '../../server/portal/health.ts';
import { InputThreads } from '../../server/inputs/input-threads.ts';
import { openSqliteLedger } from '../../server/store/sqlite/ledger/sqlite-ledger.ts';
import { Metrics } from '../../server/portal/metrics.ts';
import { openCatalogue } from '../../server/store/sqlite/catalogue/sqlite-catalogue.ts';
import { setPortal } from '../../server/portal/portal.ts';
import { makePortalCache } from '../../server/portal/portal-cache.ts';
import { startWriter, type ThreadedWriter } from '../../server/store/sqlite/writer/start-writer.ts';

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
    connections: new Map(),
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
