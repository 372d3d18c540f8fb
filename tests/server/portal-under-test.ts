import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../prisma/migrate.ts';
import { RateLimits } from '../../server/limits/rate-limits.ts';
import { CallsUnderWay } from '../../server/calls/calls-under-way.ts';
import { startControlSocket } from '../../server/control/start-control-socket.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { readSettings } from '../../server/env.ts';
import { Gateway } from '../../server/gateway/gateway.ts';
import { InputThreads } from '../../server/inputs/input-threads.ts';
import { takeLease } from '../../server/portal/lease.ts';
import { openSqliteLedger } from '../../server/store/sqlite/ledger/sqlite-ledger.ts';
import { Metrics } from '../../server/portal/metrics.ts';
import { openCatalogue } from '../../server/store/sqlite/catalogue/sqlite-catalogue.ts';
import { type Portal, setPortal } from '../../server/portal/portal.ts';
import { dropPublished, makePortalCache } from '../../server/portal/portal-cache.ts';
import { startWriter } from '../../server/store/sqlite/writer/start-writer.ts';

export interface PortalUnderTest extends Portal {
  dataFolder: string;
  close(): Promise<void>;
}

/** All that a portal is made of in this process, on a data folder of its own, without its HTTP server and catalogue. */
export async function openPortalUnderTest(variables: Record<string, string>): Promise<PortalUnderTest> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'farebox-callers-'));
  const settings = readSettings({ NODE_ENV: 'test', FAREBOX_DATA: dataFolder, ...variables });
  const { databaseFile } = settings;
  const lease = takeLease(dataFolder);
  await migrate(databaseFile);
  const writer = await startWriter(databaseFile);
  const ledger = openSqliteLedger(databaseFile, writer);
  const catalogue = openCatalogue(databaseFile);
  const gateway = new Gateway({ allow: settings.egressAllow });
  const secret = Buffer.from('a secret of the tests, 32 bytes.');
  const opened: Portal = {
    settings,
    secret,
    database: openDatabase(databaseFile),
    catalogue,
    ledger,
    gateway,
    metrics: new Metrics(writer),
    serverVariables: Promise.resolve({}),
    writer,
    connections: new Map(),
    callsUnderWay: new CallsUnderWay(),
    rateLimits: new RateLimits(settings.rateLimit),
    inputThreads: new InputThreads(secret),
    cache: makePortalCache({ keep: true }),
  };
  writer.onPublish((what) => dropPublished(opened.cache, what));
  setPortal(opened);
  const control = await startControlSocket(dataFolder, writer);
  const close = async () => {
    await control.close();
    await gateway.close();
    await writer.close();
    ledger.close();
    catalogue.close();
    await opened.database.$disconnect();
    lease.release();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { ...opened, dataFolder, close };
}
