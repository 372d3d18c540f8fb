import { Cache } from '../cache.ts';
import { dropPublished, makeCaches } from '../caches.ts';
import { CallsUnderWay } from '../calls/calls-under-way.ts';
import { RefusedCalls } from '../calls/refused-calls.ts';
import type { Context } from '../context.ts';
import { KeptFace } from '../desk/kept-face.ts';
import { Desk } from '../desk/one-at-a-time.ts';
import type { Settings } from '../env.ts';
import { AllowedUpstreams } from '../gateway/allowed-upstreams.ts';
import { Gateway } from '../gateway/gateway.ts';
import { StoredCredentials } from '../gateway/stored-credentials.ts';
import type { BufferedResponse } from '../http/response.ts';
import { InputThreads } from '../inputs/input-threads.ts';
import { RateLimits } from '../callers/rate-limits.ts';
import { judgePassword } from '../people/judge-password.ts';
import type { Portal } from '../doors/current-portal.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { ToolboxProcess } from '../portal/toolbox-process.ts';
import { everyone } from '../store/catalogue/audience.ts';
import type { Store } from '../store/store.ts';
import type { WatchedWriter } from '../store/writer.ts';
import { Metrics } from '../supervision/metrics.ts';
import { Readiness } from '../supervision/readiness.ts';

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
  const credentials = new StoredCredentials(store, secret.all);
  const allowedUpstreams = new AllowedUpstreams(store);
  const gateway = new Gateway({
    allow: settings.egressAllow,
    owners: { upstreams: allowedUpstreams, fence: settings.egressFence },
    stored: credentials,
    portals: () => store.writer.portals,
  });
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
    desk: new Desk(),
    face: new KeptFace(store),
    judgePassword,
    serverVariables: toolbox ? variablesOf(toolbox, gateway) : Promise.resolve({}),
    caches: makeCaches({ keep }),
    audience: everyone,
  };
  const responses = makeResponseCache(keep);
  store.writer.onPublish((what) => {
    dropPublished(context.caches, what);
    if (what === 'face') context.face.changed();
    if (what === 'catalogue' || what === 'face') responses.drop();
    if (what === 'credentials') {
      credentials.changed();
      allowedUpstreams.changed();
    }
  });
  const reference: Portal['reference'] = async () => {
    const { apiReference } = await import('../api/table/openapi-document.ts');
    return apiReference(settings.url);
  };
  return { context, responses, reference, connections: new Map() };
}

async function variablesOf(toolbox: ToolboxProcess, gateway: Gateway): Promise<Record<string, string>> {
  const address = await toolbox.address;
  gateway.allowOrigin(address);
  return { toolboxPort: new URL(address).port };
}

const keptBytes = 64 * 1024 * 1024;

/**
 * Most pages of a large catalogue are asked for once. Their bytes lie outside of V8's heap: keeping each and letting it
 * go again would bring a collection of the whole heap several times a second. So a response is kept when it is made for
 * the second time.
 */
function makeResponseCache(keep: boolean): Cache<string, BufferedResponse> {
  return new Cache<string, BufferedResponse>(
    {
      bytes: keptBytes,
      bytesOf: ({ payload }) => payload.length + 1024,
      fromSecondAsk: inBytes,
    },
    keep,
  );
}

function inBytes(response: BufferedResponse): BufferedResponse {
  return { ...response, payload: Buffer.from(response.payload) };
}
