import { createServer } from 'node:http';
import type { JsonValue } from '../../../lib/json/json.ts';
import { createToolbox } from '../../../examples/toolbox/app.ts';
import { WorkerPool } from '../../../examples/toolbox/work/worker-pool.ts';

/** Longer than any test: a connection that ends when the next request takes it would fail that. */
const keepAliveTimeout = 300_000;

/** Starts the toolbox on a free port of the loopback address, for the tests of one file. */
export async function startToolbox(): Promise<{ url: string; stop: () => Promise<void> }> {
  const pool = new WorkerPool();
  const server = createServer({ keepAliveTimeout }, createToolbox(pool).app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The toolbox has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      pool.close();
    },
  };
}

export function jsonBody(value: JsonValue): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

export function formBody(fields: [string, string][]): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) };
}

export function multipartBody(
  file: Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): RequestInit {
  const body = new FormData();
  body.set('file', new Blob([file]), 'file.png');
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return { method: 'POST', body };
}
