import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface KeyedUpstream {
  url: string;
  /** What is accepted as `X-Api-Key`; all else is refused with 401. */
  accepted: Set<string>;
  /** What came as `X-Api-Key`, in order. */
  keys: string[];
  close(): Promise<void>;
}

/** An upstream that wants a key, and says in its answer which one came. */
export async function startKeyedUpstream(): Promise<KeyedUpstream> {
  const accepted = new Set<string>();
  const keys: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const key = String(incoming.headers['x-api-key'] ?? '');
    keys.push(key);
    outgoing.writeHead(accepted.has(key) ? 200 : 401, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ key }));
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    accepted,
    keys,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A credential of the header that it wants. */
export const keyed = (name: string) => ({
  name,
  scheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
});
