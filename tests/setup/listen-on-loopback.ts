import { once } from 'node:events';
import type { Server } from 'node:net';

/** Any free port of an address of loopback. */
export async function listenOnLoopback(server: Server, address = '127.0.0.1'): Promise<number> {
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('A TCP server has a port.');
  return bound.port;
}
