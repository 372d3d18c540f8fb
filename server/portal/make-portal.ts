import { CallsUnderWay } from '../calls/calls-under-way.ts';
import { RefusedCalls } from '../calls/refused-calls.ts';
import type { Settings } from '../env.ts';
import { Gateway } from '../gateway/gateway.ts';
import { makeResponseCache } from '../http/response-cache.ts';
import { InputThreads } from '../inputs/input-threads.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { judgePassword } from '../people/judge-password.ts';
import type { Store } from '../store/store.ts';
import type { WatchedWriter } from '../store/writer.ts';
import { dropPublished, makeCaches } from './caches.ts';
import type { Context } from './context.ts';
import type { Portal } from './current-portal.ts';
import { Metrics } from './metrics.ts';
import type { PortalSecret } from './portal-secret.ts';
import { Readiness } from './readiness.ts';
import type { ToolboxProcess } from './toolbox-process.ts';

interface Options {
  secret: PortalSecret;
  /** Whether caches are enabled. */
  keep: boolean;
  pages: Context['pages'];
  /** The toolbox that serves the shipped products, if it runs. */
  toolbox?: ToolboxProcess | undefined;
}

/** Creates a portal on an open store. Publications of the store's writer invalidate its caches. */
export function makePortal(
  settings: Settings,
  store: Store & { writer: WatchedWriter },
  { secret, keep, pages, toolbox }: Options,
): Portal {
  const gateway = new Gateway({ allow: settings.egressAllow, portals: () => store.writer.portals });
  const context: Context = {
    settings,
    secret,
    store,
    gateway,
    pages,
    metrics: new Metrics(store),
    readiness: new Readiness({ writer: store.writer, pages }),
    rateLimits: new RateLimits(settings.rateLimit),
    callsUnderWay: new CallsUnderWay(),
    refusedCalls: new RefusedCalls(),
    inputThreads: new InputThreads(secret.signing),
    judgePassword,
    serverVariables: toolbox ? variablesOf(toolbox, gateway) : Promise.resolve({}),
    caches: makeCaches({ keep }),
  };
  const responses = makeResponseCache(keep);
  store.writer.onPublish((what) => {
    dropPublished(context.caches, what);
    if (what === 'catalogue') responses.drop();
  });
  return { context, responses, connections: new Map() };
}

async function variablesOf(toolbox: ToolboxProcess, gateway: Gateway): Promise<Record<string, string>> {
  const address = await toolbox.address;
  gateway.allowOrigin(address);
  return { toolboxPort: new URL(address).port };
}
