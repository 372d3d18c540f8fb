import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { listenOnLoopback } from './listen-on-loopback.ts';

export interface ClientDocuments {
  /** The address of the metadata of a client, which is its id. */
  publish(name: string, metadata: object | string): string;
  requests(name: string): number;
  close(): Promise<void>;
}

/** Metadata of clients over HTTPS on loopback. Each has its own address in it, unless it says another. */
export async function startClientDocuments(): Promise<ClientDocuments> {
  const texts = new Map<string, string>();
  const requests = new Map<string, number>();
  const files = { key: 'self-signed.key', cert: 'self-signed.crt' };
  const read = (name: string) => readFileSync(`tests/fixtures/tls/${name}`);
  const server = createServer({ key: read(files.key), cert: read(files.cert) }, (request, response) => {
    const path = request.url ?? '';
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const text = texts.get(path);
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text);
  });
  const url = `https://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    publish(name, metadata) {
      const id = `${url}/${name}`;
      const text = typeof metadata === 'string' ? metadata : JSON.stringify({ client_id: id, ...metadata });
      texts.set(`/${name}`, text);
      return id;
    },
    requests: (name) => requests.get(`/${name}`) ?? 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
