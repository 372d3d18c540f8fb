import { once } from 'node:events';
import type { Server, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CallsUnderWay } from '../calls/running-calls.ts';
import { UnreadResponses } from '../http/unread-responses.ts';

/** Calls under way may finish within this time; later ones are ended and cost nothing. */
const stopLimitMs = 25_000;
/** For calls that were ended to be settled, and for their last words to reach their clients. */
const lastWordsMs = 2_000;
/** While the portal stops, connections without a request end so soon. */
const sweepMs = 50;

/** Takes no more requests, and resolves once all connections and calls have ended. */
export async function stopServing(
  server: Server,
  unread: UnreadResponses,
  callsUnderWay: CallsUnderWay,
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  unread.hurry();
  // Not only now: a connection whose answer is still on its way is kept by its client afterwards.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const late = setTimeout(() => callsUnderWay.stop(), stopLimitMs);
  const last = setTimeout(() => server.closeAllConnections(), stopLimitMs + lastWordsMs);
  await closed;
  // Calls that go on though their caller has gone are not seen by the server.
  await callsUnderWay.untilIdle();
  clearTimeout(late);
  clearTimeout(last);
  clearInterval(sweep);
}

/** Ends the connections of a server that only hold it up: those whose answers nobody reads, and at its end idle ones. */
export function watchConnections(server: Server): UnreadResponses {
  const unread = new UnreadResponses(server);
  closeOnlyIdle(server, unread);
  return unread;
}

/**
 * Mends `closeIdleConnections` of a server, which `close` calls as well. Node's own leaves alone the connections that have
 * not said anything yet, which a browser opens ahead of what it may ask; and it cuts answers that are complete, but of
 * which the kernel has not taken all.
 */
function closeOnlyIdle(server: Server, unread: UnreadResponses): void {
  /** How many answers of a connection are not sent yet. */
  const open = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  const count = (socket: Socket, by: number) => {
    const now = open.get(socket);
    if (now !== undefined) open.set(socket, now + by);
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
      count(socket, 1);
      outgoing.on('close', () => count(socket, -1));
    });
  server.closeIdleConnections = () => {
    for (const [socket, answers] of open) {
      if (answers > 0 || socket.writableLength > 0) continue;
      // The kernel delivers what is in its buffer even after this process has ended.
      if (unread.isStalled(socket)) socket.resetAndDestroy();
      else socket.destroy();
    }
  };
}
