import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Pool } from 'undici';
import { Problem } from '../../lib/problem/problem.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { namesOfIncoming } from '../http/request-names.ts';
import { handedOverHeaders, isOfConnection } from './handed-over.ts';

/** Forwards a request to the pages process. If the client disconnects, it is aborted there, too. */
export async function handOver(
  pool: Pool,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  published: string,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const { method = 'GET', url = '/' } = incoming;
  const headers = handedOverHeaders(incoming, published);
  const options = { path: url, method, headers, signal: gone.signal, responseHeaders: 'raw' } as const;
  try {
    await pool.stream(options, ({ statusCode, headers: answered }) => {
      copyHeaders(rawHeaders(answered), outgoing);
      outgoing.writeHead(statusCode);
      return outgoing;
    });
  } catch (error) {
    if (outgoing.destroyed) return;
    log('error', 'page-cut-off', { ...namesOfIncoming(incoming), error: errorText(error) });
    throw new Problem('unavailable', 'The page could not be rendered.', [], { 'retry-after': '2' });
  }
}

/** Keeps headers that the portal has already set. */
function copyHeaders(answered: readonly string[], outgoing: ServerResponse): void {
  const own = new Set(outgoing.getHeaderNames());
  for (let index = 0; index < answered.length; index += 2) {
    const name = answered[index] ?? '';
    const lower = name.toLowerCase();
    if (own.has(lower) || isOfConnection(lower)) continue;
    outgoing.appendHeader(name, answered[index + 1] ?? '');
  }
}

/** Undici is asked for raw headers: alternating names and values. Its types omit that. */
function rawHeaders(answered: unknown): readonly string[] {
  return answered as readonly string[];
}
