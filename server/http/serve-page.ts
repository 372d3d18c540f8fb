import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../portal/context.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { admitPage, requireRead } from './admit-request.ts';
import { ClientConnection } from './client-connection.ts';
import { leaveConnection } from './connection-ticket.ts';
import { WaitingLine } from '../limits/waiting-line.ts';
import { refuseUnusedParts } from './page-address.ts';
import { setPageHeaders } from './page-headers.ts';
import { beginPageVisit } from './page-visit.ts';
import { logProblem } from './problem-response.ts';
import { refusalPage } from './refusal-page.ts';
import { namesOfIncoming } from './request-names.ts';
import { takeTurn } from '../limits/take-turn.ts';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** One thread renders, for some ten milliseconds a page. The second is on its way there and back meanwhile. */
const mostRendering = 2;

/** The last one of a full line waits a second or two. */
const mostWaiting = 64;

/** A page that has not begun by then waits for something else than the processor. */
const longestRenderMs = 1_000;

const line = new WaitingLine({ mostUnderWay: mostRendering, mostWaiting });

/** Pages are rendered by Next, a few at a time, and networks take turns. */
export async function servePage(
  context: Context,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { next, dev, pathname }: { next: Listener; dev: boolean; pathname: string },
): Promise<void> {
  const connection = new ClientConnection(context, incoming, outgoing);
  try {
    await admitPage(context, incoming, connection);
    if (!dev) refuseUnusedParts(incoming, pathname);
    requireRead(incoming);
    const done = await takeTurn(line, connection, 'Too many pages are being rendered.');
    endTurn(outgoing, done);
    leaveConnection(incoming, outgoing, connection);
    // Next serves files below this path, the same for everybody.
    if (!incoming.url?.startsWith('/_next/')) beginPageVisit(context, incoming, outgoing);
    setPageHeaders(incoming, outgoing, dev);
    await next(incoming, outgoing);
  } catch (error) {
    if (outgoing.destroyed) return;
    if (!(error instanceof Problem) || !incoming.headers.accept?.includes('text/html')) throw error;
    const names = namesOfIncoming(incoming);
    const { status, headers, payload } = refusalPage(error, incoming.headers.cookie, names.requestId);
    logProblem(error, names, status);
    outgoing.writeHead(status, headers).end(payload);
  }
}

/** It ends with the first bytes of the page: how fast a reader takes the rest keeps nobody else waiting. */
function endTurn(outgoing: ServerResponse, done: () => void): void {
  const end = () => {
    clearTimeout(late);
    outgoing.off('head', end).off('close', end);
    // Other requests that have arrived meanwhile come before the next page.
    setImmediate(done);
  };
  const late = setTimeout(end, longestRenderMs);
  outgoing.once('head', end).once('close', end);
}
