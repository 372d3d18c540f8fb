import { CallsUnderWay } from '../calls/calls-under-way.ts';
import { type ControlSocket, startControlSocket } from '../control/start-control-socket.ts';
import type { Settings } from '../env.ts';
import { Gateway } from '../gateway/gateway.ts';
import { makeResponseCache } from '../http/response-cache.ts';
import { InputThreads } from '../inputs/input-threads.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { log } from '../log.ts';
import type { SqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { ThreadedWriter } from '../store/sqlite/writer/start-writer.ts';
import type { Ledger } from '../store/ledger.ts';
import { dropPublished, makeCaches } from './caches.ts';
import type { Context } from './context.ts';
import { setPortal } from './current-portal.ts';
import { Metrics } from './metrics.ts';
import { openOwnStore } from '../store/sqlite/open-own-store.ts';
import { readSecret } from './read-secret.ts';
import type { ToolboxProcess } from './toolbox-process.ts';

export interface OpenedPortal {
  context: Context;
  store: SqliteStore<ThreadedWriter>;
  close(): Promise<void>;
}

interface Options {
  /** Whether caches keep anything. Not in development: a change of the code must show at once. */
  keep?: boolean;
  secret?: Buffer;
  /** The toolbox whose products are called, where there is one. */
  toolbox?: ToolboxProcess;
}

/** Opens all that a process has one of, on the settings' data folder, for the doors of this process. */
export async function openPortal(
  settings: Settings,
  { keep = true, secret = readSecret(settings.dataFolder), toolbox }: Options = {},
): Promise<OpenedPortal> {
  const { dataFolder } = settings;
  const store = await openOwnStore(dataFolder, keep);
  await recover(store.ledger);
  const gateway = new Gateway({ allow: settings.egressAllow });
  const context: Context = {
    settings,
    secret,
    store,
    gateway,
    metrics: new Metrics(store.writer),
    rateLimits: new RateLimits(settings.rateLimit),
    callsUnderWay: new CallsUnderWay(),
    inputThreads: new InputThreads(secret),
    serverVariables: toolbox ? variablesOf(toolbox, gateway) : Promise.resolve({}),
    caches: makeCaches({ keep }),
  };
  const responses = makeResponseCache(keep);
  store.writer.onPublish((what) => {
    dropPublished(context.caches, what);
    if (what === 'catalogue') responses.drop();
  });
  setPortal({ context, responses, connections: new Map() });
  const control: ControlSocket = await startControlSocket(dataFolder, store.writer);
  const close = async () => {
    await control.close();
    await gateway.close();
    await store.close();
  };
  return { context, store, close };
}

/** Before the first request: what a process left under way when it ended is given back, and never dialled again. */
async function recover(ledger: Ledger): Promise<void> {
  const { unknown } = await ledger.recover(Date.now());
  if (unknown > 0) log('error', 'calls-left-unknown', { calls: unknown });
}

async function variablesOf(toolbox: ToolboxProcess, gateway: Gateway): Promise<Record<string, string>> {
  const address = await toolbox.address;
  gateway.allowOrigin(address);
  return { toolboxPort: new URL(address).port };
}
