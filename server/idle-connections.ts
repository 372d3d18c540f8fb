import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns what ends the connections of a server on which nothing is under way. Node leaves those alone that have not said
 * anything yet, and a browser opens such ahead of what it may ask.
 */
export function idleConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return () => {
    server.closeIdleConnections();
    for (const socket of silent) socket.destroy();
  };
}
