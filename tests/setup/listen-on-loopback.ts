import { once } from 'node:events';
import type { Server } from 'node:net';

/** Any free port of an address of loopback, or one that is named. */
export async function listenOnLoopback(
  server: Server,
  { address = '127.0.0.1', port = 0 }: { address?: string; port?: number } = {},
): Promise<number> {
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('A TCP server has a port.');
  return bound.port;
}
