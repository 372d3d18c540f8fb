import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../../lib/problem/problem.ts';
import { takeTurn } from '../limits/take-turn.ts';
import { WaitingLine } from '../limits/waiting-line.ts';
import type { Context } from '../portal/context.ts';
import { admitPage, requireRead } from './admit-request.ts';
import { ClientConnection } from './client-connection.ts';
import { leaveConnection } from './connection-ticket.ts';
import { newGuestCookie, readGuestCookie, renewedGuestCookie } from './guest-cookie.ts';
import { setPageHeaders } from './page-headers.ts';
import { logProblem } from './problem-response.ts';
import { refusalPage } from './refusal-page.ts';
import { namesOfIncoming } from './request-names.ts';

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

/**
 * Before a page is made, a browser gets its anonymous cookie: its first call has it then, so that a retry of that call is
 * known as one, even if its answer never arrived.
 */
function beginPageVisit(
  { secret, settings }: Context,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method, headers } = incoming;
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return;
  const cookies = headers.cookie ?? '';
  const { isHttps } = settings;
  const owner = readGuestCookie(cookies, secret, isHttps);
  const setCookie =
    owner === undefined
      ? newGuestCookie(secret, isHttps).setCookie
      : renewedGuestCookie(owner, cookies, secret, isHttps);
  if (setCookie === undefined) return;
  outgoing.setHeader('set-cookie', setCookie);
  // A cache on the way would give one person's cookie, and with it their history, to the next.
  outgoing.setHeader('cache-control', 'private, no-cache, no-store, max-age=0, must-revalidate');
}

/** No page has this address, so that Next answers with its page for such. */
const nowhere = '/_not-found';

/**
 * Keeps from Next what it would fail on or write to the log at length: what the portal does not use of it (images,
 * actions, its own error pages), and addresses that it cannot decode.
 */
function refuseUnusedParts(incoming: IncomingMessage, pathname: string): void {
  if (
    pathname === '/_next' ||
    pathname.startsWith('/_next/') ||
    incoming.headers['next-action'] !== undefined
  )
    throw new Problem('not-found', 'There is no such page.');
  if (!isPageAddress(pathname)) incoming.url = nowhere;
  requireRouterState(incoming.headers['next-router-state-tree']);
}

/** Next's own check, at which a page would fail with 500. */
function requireRouterState(header: string | string[] | undefined): void {
  if (header === undefined) return;
  try {
    parseAndValidateFlightRouterState(header);
  } catch {
    throw new Problem('bad-request', 'The header Next-Router-State-Tree is invalid.');
  }
}

/** Addresses with an underscore first are Next's own. */
function isPageAddress(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).startsWith('/_');
  } catch {
    return false;
  }
}
