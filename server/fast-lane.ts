import type { IncomingMessage, ServerResponse } from 'node:http';
import * as health from '../app/api/health/route.ts';
import * as call from '../app/api/product/developer/call/[api_id]/route.ts';
import * as required from '../app/api/product/credits/required/[api_id]/route.ts';
import * as info from '../app/api/product/info/route.ts';
import * as list from '../app/api/product/list/route.ts';
import * as playground from '../app/api/product/playground/route.ts';
import type { Prepared, Streamed } from './answer.ts';
import type { Arrival } from './arrival.ts';
import type { Asker } from './asker.ts';
import { isMethod, type Route } from './endpoint.ts';
import { requestIdHeader, requestIdOf } from './request-names.ts';

const routes = new Map<string, Route>([
  ['/api/health', health],
  ['/api/product/list', list],
  ['/api/product/info', info],
  ['/api/product/playground', playground],
]);

/** The one parameter is the last segment. */
const routesByFolder = new Map<string, Route>([
  ['/api/product/credits/required/', required],
  ['/api/product/developer/call/', call],
]);

/**
 * Answers a request with the same handlers that Next would call, without Next around them: routing, tracing and
 * streams cost it thirty times what a short answer does. `false` where no handler is at that address.
 */
export async function serveFast(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pathname: string,
  arrival: Arrival,
): Promise<boolean> {
  const match = findRoute(pathname);
  if (!match) return false;
  const { method = '' } = incoming;
  const handler = match.route[isMethod(method) ? method : 'PUT'];
  const made = await handler.make(askerOf(incoming, arrival), match.params);
  await send(outgoing, made, [requestIdHeader, requestIdOf(incoming)], method === 'HEAD');
  return true;
}

function findRoute(pathname: string): { route: Route; params: Record<string, string> } | undefined {
  const route = routes.get(pathname);
  if (route) return { route, params: {} };
  const slash = pathname.lastIndexOf('/') + 1;
  const folder = routesByFolder.get(pathname.slice(0, slash));
  const segment = pathname.slice(slash);
  return folder && segment !== ''
    ? { route: folder, params: { api_id: decodeURIComponent(segment) } }
    : undefined;
}

/** Node joins repeated headers with commas, all but Set-Cookie, which no request has a use for. */
function askerOf({ method = '', url = '', headers }: IncomingMessage, arrival: Arrival): Asker {
  return {
    method,
    url: `http://portal${url}`,
    arrival,
    headers: {
      get(name) {
        const value = headers[name.toLowerCase()];
        return typeof value === 'string' ? value : null;
      },
    },
  };
}

function send(
  outgoing: ServerResponse,
  made: Prepared | Streamed,
  headers: string[],
  headersOnly: boolean,
): void | Promise<void> {
  for (const name of Object.keys(made.headers)) headers.push(name, made.headers[name] ?? '');
  if ('chunks' in made) return sendChunks(outgoing, made, headers);
  outgoing.writeHead(made.status, headers);
  outgoing.end(headersOnly ? undefined : made.payload);
}

/** As fast as the caller reads. One who goes away ends the iteration, and with it what makes the chunks. */
async function sendChunks(
  outgoing: ServerResponse,
  { status, chunks, endsAtMs }: Streamed,
  headers: string[],
): Promise<void> {
  const late = setTimeout(() => outgoing.destroy(), endsAtMs - performance.now());
  // Begun before anything can fail here: only what has begun is cleared up when it is left.
  const first = chunks.next();
  try {
    outgoing.writeHead(status, headers);
    outgoing.flushHeaders();
    for (let next = await first; next.done !== true && !outgoing.destroyed; next = await chunks.next())
      if (!outgoing.write(next.value)) await drained(outgoing);
    outgoing.end();
  } finally {
    clearTimeout(late);
    await chunks.return(undefined);
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
}
