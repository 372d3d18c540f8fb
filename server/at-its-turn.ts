import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Of one connection: clients that send requests ahead send ten or twenty. Hundreds of thousands would stop the process. */
const mostAhead = 100;

/** How many requests of a connection wait for their turn. */
const ahead = new WeakMap<Socket, number>();

/**
 * A client may send requests before it has its answers. Node hands them over at once, but an answer that waits behind
 * another is never told that its connection closed: what was held for it would stay held.
 */
export function atItsTurn({ socket }: IncomingMessage, outgoing: ServerResponse, begin: () => void): void {
  if (outgoing.socket) return begin();
  const waiting = (ahead.get(socket) ?? 0) + 1;
  ahead.set(socket, waiting);
  if (waiting > mostAhead) {
    // No answer can come before those that it waits for.
    socket.destroy();
    return;
  }
  outgoing.once('socket', () => {
    ahead.set(socket, (ahead.get(socket) ?? 0) - 1);
    begin();
  });
}
