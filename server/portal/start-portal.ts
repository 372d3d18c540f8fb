import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { migrate } from '../../prisma/migrate.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { CallsUnderWay } from '../calls/calls-under-way.ts';
import { loadShippedCatalogue } from '../catalogue/load-shipped-catalogue.ts';
import { startControlSocket } from '../control/start-control-socket.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { readSettings, type Settings, SettingsError } from '../env.ts';
import { errorText } from '../error-text.ts';
import { Gateway } from '../gateway/gateway.ts';
import { makeHttpServer } from '../http/http-server.ts';
import { watchConnections } from '../http/idle-connections.ts';
import { InputThreads } from '../inputs/input-threads.ts';
import type { Ledger } from '../store/ledger.ts';
import { openSqliteLedger } from '../store/sqlite/ledger/sqlite-ledger.ts';
import { tendLedger } from '../store/sqlite/ledger/tend-ledger.ts';
import { takeLease } from './lease.ts';
import { log } from '../log.ts';
import { Metrics } from './metrics.ts';
import { tellPerson } from './printed-lines.ts';
import { findOpenToOthers } from './private-files.ts';
import { orderProducts } from '../products/order-products.ts';
import { refreshTexts } from '../products/refresh-texts.ts';
import { openCatalogue } from '../store/sqlite/catalogue/sqlite-catalogue.ts';
import { setPortal } from './portal.ts';
import { readSecret } from './read-secret.ts';
import { dropPublished, makePortalCache } from './portal-cache.ts';
import { rootFolder } from '../root-folder.ts';
import { stopServing } from '../http/stop-serving.ts';
import { toolboxProcess } from './toolbox-process.ts';
import { exitWithWriter } from '../store/sqlite/writer/exit-with-writer.ts';
import { startWriter } from '../store/sqlite/writer/start-writer.ts';

/**
 * Next takes over the upgrades of the server that it is given, and drops those it does not know. Many a client asks
 * for HTTP/2 in that way, and is content with an answer in HTTP/1.1. In development pages need theirs for reloading.
 */
const deafServer = createServer();

interface Ways {
  dev: boolean;
  /** Whether API requests take the fast lane, or go through Next as all else. */
  lane: boolean;
}

/** Opens everything that there is one of, and serves until it is told to stop. */
export async function startPortal({ dev, lane }: Ways): Promise<void> {
  const settings = readSettings();
  const lease = takeLease(settings.dataFolder);
  warnOfOpenFolder(settings.dataFolder);
  const secret = readSecret(settings.dataFolder);
  await migrate(settings.databaseFile);
  const { host: hostname, port } = settings;
  const pages = next({ dev, dir: rootFolder, hostname, port, ...(!dev && { httpServer: deafServer }) });
  const [writer] = await Promise.all([startWriter(settings.databaseFile), pages.prepare()]);
  exitWithWriter(writer, settings.databaseFile);
  const database = openDatabase(settings.databaseFile);
  const catalogue = openCatalogue(settings.databaseFile);
  const cache = makePortalCache({ keep: !dev });
  const ledger = openSqliteLedger(settings.databaseFile, writer);
  await recoverLedger(ledger);
  const gateway = new Gateway({ allow: settings.egressAllow });
  const callsUnderWay = new CallsUnderWay();
  const toolbox = toolboxProcess(settings.toolboxPort);
  writer.onPublish((what) => dropPublished(cache, what));
  setPortal({
    settings,
    secret,
    database,
    catalogue,
    writer,
    connections: new Map(),
    callsUnderWay,
    rateLimits: new RateLimits(settings.rateLimit),
    inputThreads: new InputThreads(secret),
    cache,
    ledger,
    gateway,
    metrics: new Metrics(writer),
    serverVariables: toolbox.address.then((address) => {
      gateway.allowOrigin(address);
      return { toolboxPort: new URL(address).port };
    }),
  });
  await loadShippedCatalogue(database, writer, join(rootFolder, 'catalogue'), settings.egressAllow);
  const control = await startControlSocket(settings.dataFolder, writer);

  const handlePage = pages.getRequestHandler();
  const server = makeHttpServer((incoming, outgoing) => handlePage(incoming, outgoing), lane, dev);
  const unread = watchConnections(server);
  const upgrade = pages.getUpgradeHandler();
  if (dev) server.on('upgrade', (incoming, socket, head) => void upgrade(incoming, socket, head));
  await warmUp();
  await listen(server, settings);
  const tending = tendLedger(ledger, writer, settings.retentionDays);
  const refreshing = refreshTexts(database, writer);
  // Last, because it takes longer to start than all the rest, and only calls of its products wait for it.
  toolbox.start();
  stopOnSignal(async () => {
    await stopServing(server, unread, callsUnderWay);
    await gateway.close();
    toolbox.stop();
    await tending.stop();
    await refreshing.stop();
    await control.close();
    await writer.close();
    ledger.close();
    catalogue.close();
    await database.$disconnect();
    lease.release();
  });
  tellPerson(`Farebox is at ${settings.url}.\n`);
  tellPerson(`The toolbox is at ${await toolbox.address}.\n`);
}

function warnOfOpenFolder(dataFolder: string): void {
  const paths = findOpenToOthers(dataFolder);
  if (paths.length === 0) return;
  const sentence = `Other users of this machine can open ${paths.join(', ')}. To keep them out: chmod go= ${dataFolder}`;
  log('error', 'data-open-to-others', { sentence });
}

/** Before the first request: what a process left under way when it ended is given back, and never dialled again. */
async function recoverLedger(ledger: Ledger): Promise<void> {
  const { unknown } = await ledger.recover(Date.now());
  if (unknown > 0) log('error', 'calls-left-unknown', { calls: unknown });
}

/** The first page of the catalogue is what nearly every visitor asks for first. */
async function warmUp(): Promise<void> {
  await orderProducts({ tag: [], status: '1' });
}

async function listen(server: Server, { port, host }: Settings): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new SettingsError(`Farebox cannot listen on port ${port} of ${host}: ${listenFailure(error)}.`, {
      cause: error,
    });
  }
}

function listenFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return 'another program does already. Stop that one, or set PORT to another port';
  if (code === 'EACCES') return 'this user may not. Set PORT to a port above 1023';
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Set HOST to one that it has';
  return String(error);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          tellPerson(
            `${errorText(error)}
`,
            'stderr',
          );
          process.exit(1);
        },
      );
    });
  }
}
