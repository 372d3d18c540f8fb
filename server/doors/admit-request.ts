import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import type { ClientConnection } from '../http/client-connection.ts';
import type { Handler } from './endpoint.ts';
import { refuseKeyInUrl } from '../http/arriving-request.ts';

/** Calls have a budget of their own, for each caller, and every answer of theirs names the call. */
export const callFolder = '/api/product/developer/call/';

/**
 * A supervisor is told how the portal is, whatever others of its network have asked. The icon is part of a page, as the files
 * of the build are.
 */
const free = new Set(['/api/health', '/api/ready', '/icon.svg']);

/**
 * Runs before anything is looked up and before a body is read: checks the method, then the budget of reads. A wrong method
 * counts as a read, and is told in any case. A call is counted with its caller (rate-limits, takeCall).
 */
export async function admitApiRequest(
  context: Context,
  incoming: IncomingMessage,
  { network }: ClientConnection,
  handler: Handler,
): Promise<void> {
  if (handler.refuses === 405) return countRead(context, network);
  const isCall = !handler.refuses && incoming.method === 'POST' && incoming.url?.startsWith(callFolder);
  if (isCall) return;
  refuseKeyInUrl(incoming.url ?? '');
  if (free.has(incoming.url?.replace(/\?.*/s, '') ?? '')) return;
  await context.rateLimits.takeRead(network);
}

async function countRead(context: Context, network: string): Promise<void> {
  try {
    await context.rateLimits.takeRead(network);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

export async function admitPage(
  context: Context,
  incoming: IncomingMessage,
  { network }: ClientConnection,
): Promise<void> {
  if (isRead(incoming)) await context.rateLimits.takePage(network);
  else await countRead(context, network);
}

/** A page is looked at, and nothing else. */
export function requireRead(incoming: IncomingMessage): void {
  if (!isRead(incoming))
    throw new Problem('method-not-allowed', 'Pages support GET, HEAD.', [], { allow: 'GET, HEAD' });
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

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
