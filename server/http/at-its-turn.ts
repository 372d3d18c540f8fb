import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait: clients that pipeline send ten or twenty. */
const mostAhead = 100;

/** Refused requests wait for their turn as well. Past this the client does not read its answers. */
const mostRefused = 10_000;

interface Line {
  waiting: number;
  /** Once a client sent too many, all that it sends after that is refused, in the order in which it was sent. */
  isFull: boolean;
}

const lines = new WeakMap<Socket, Line>();

/**
 * A client may send requests before it has its answers. Node hands them over at once, but an answer that waits behind
 * another is never told that its connection closed: what was held for it would stay held. So each begins at its turn.
 * `refuse` answers one that is too many; `isLast` says that its connection ends with it.
 */
export function atItsTurn(
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
  begin: () => void,
  refuse: (isLast: boolean) => void,
): void {
  const line = lines.get(socket);
  if (outgoing.socket && !line?.isFull) return begin();
  wait(socket, outgoing, line ?? newLine(socket), begin, refuse);
}

function newLine(socket: Socket): Line {
  const line = { waiting: 0, isFull: false };
  lines.set(socket, line);
  return line;
}

function wait(
  socket: Socket,
  outgoing: ServerResponse,
  line: Line,
  begin: () => void,
  refuse: (isLast: boolean) => void,
): void {
  line.waiting += 1;
  if (line.waiting > mostAhead) {
    line.isFull = true;
    // Node still hands over the requests that it has read.
    socket.pause();
  }
  const isRefused = line.isFull;
  const turn = () => {
    line.waiting -= 1;
    if (isRefused) refuse(line.waiting === 0);
    else begin();
  };
  if (line.waiting > mostAhead + mostRefused) socket.destroy();
  else if (outgoing.socket) turn();
  else outgoing.once('socket', turn);
}
