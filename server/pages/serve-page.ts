import type { IncomingMessage, ServerResponse } from 'node:http';
import { accentRule } from '../../lib/face/accent.ts';
import { withContact } from '../../lib/face/contact.ts';
import { defaultFace, type Face, iconOf } from '../../lib/face/face.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { isProblemCode, problems } from '../../lib/problem/problems.ts';
import { docsPages } from '../../lib/reference/docs-pages.ts';
import { readTheme, themeCookie } from '../../lib/view/theme.ts';
import type { Context } from '../context.ts';
import { takeTurn, WaitingLine } from '../limits/waiting-line.ts';
import { findPortalPage } from '../desk/portal-pages.ts';
import { findProduct } from '../products/find-product.ts';
import { admitPage, requireRead } from '../doors/admit-request.ts';
import { ClientConnection } from '../http/client-connection.ts';
import { leaveConnection } from '../doors/current-portal.ts';
import { newGuestCookie, readGuestCookie, renewedGuestCookie } from '../doors/cookies.ts';
import { setPageHeaders } from './page-headers.ts';
import { isRouterState } from './router-state.ts';
import { httpRequestOf, namesOfIncoming } from '../http/arriving-request.ts';
import { forRequest } from '../doors/identify.ts';
import { logProblem, type BufferedResponse, freshResponse } from '../http/response.ts';

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
    if (!dev && (await leadsNowhere(context, incoming, connection, pathname))) incoming.url = nowhere;
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
    const { status, headers, payload } = refusalPage(
      error,
      incoming.headers.cookie,
      names.requestId,
      context.face.last,
    );
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
  const state = incoming.headers['next-router-state-tree'];
  if (state !== undefined && !isRouterState(state))
    throw new Problem('bad-request', 'The header Next-Router-State-Tree is invalid.');
}

const named = /^\/(products|apis|docs|problems|pages)\/([\w-]+)$/;

/**
 * Whether a page has the name of nothing. By itself Next would send a page without text, which scripts fill in; where one
 * page leads to another they run already.
 */
async function leadsNowhere(
  ofGuests: Context,
  incoming: IncomingMessage,
  connection: ClientConnection,
  pathname: string,
): Promise<boolean> {
  const [, kind, name = ''] = named.exec(pathname) ?? [];
  if (incoming.headers['rsc'] !== undefined) return false;
  const request = httpRequestOf(incoming, connection);
  const isOfCatalogue = kind === 'products' || kind === 'apis';
  const context = isOfCatalogue ? await forRequest(ofGuests, request, connection) : ofGuests;
  if (kind === 'products') return !(await findProduct(context, name));
  if (kind === 'apis') return !(await context.store.catalogue.findApi(name, context.audience));
  if (kind === 'docs') return !docsPages.some(({ slug }) => slug === name);
  if (kind === 'pages') return !(await findPortalPage(context, name));
  return kind === 'problems' && !isProblemCode(name);
}

/** Addresses with an underscore first are Next's own. */
function isPageAddress(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).startsWith('/_');
  } catch {
    return false;
  }
}

/** The look of the pages (`app/globals.css`) in a few lines: this page asks for no file but the icon. */
const style = `
:root { color-scheme: light dark; --paper: light-dark(#f6f4ee, #141310); --ink: light-dark(#1b1914, #f1ede3);
  --quiet: light-dark(#5d584b, #aea795); --line: light-dark(#d9d3c3, #38342b);
  --accent: light-dark(#b03608, #ff8f5c); --accent-ink: light-dark(#fffefb, #1d0d05) }
:root[data-theme="light"] { color-scheme: light }
:root[data-theme="dark"] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif;
  overflow-wrap: break-word }
header { border-bottom: 1px solid var(--line) }
header a { font-size: 1.125rem; font-weight: 600; color: inherit; text-decoration: none }
header div, main { max-width: 72rem; margin: 0 auto; padding: .875rem 1rem }
header svg { width: 1.5rem; height: 1.125rem; margin-right: .5rem; vertical-align: -.125rem; fill: var(--accent);
  stroke: var(--accent-ink) }
main { padding-top: 2rem }
main > * { max-width: 42rem }
h1 { margin: 0; font-size: 1.875rem; line-height: 1.2; font-weight: 600; text-wrap: balance }
p { margin: 1rem 0 0 }
.quiet { color: var(--quiet); font-size: .875rem }
.next { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; margin-top: 1.5rem }
main a { color: inherit; text-underline-offset: 4px }
main a.first { padding: .5rem 1rem; border-radius: .375rem; background: var(--accent); color: var(--accent-ink);
  font-weight: 500; text-decoration: none }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (min-width: 40rem) { header div, main { padding-inline: 1.5rem } main { padding-top: 2.5rem } }
`;

const mark =
  '<svg aria-hidden="true" viewBox="0 0 28 22"><path stroke="none" d="M2 2h24v6a3 3 0 0 0 0 6v6H2v-6a3 3 0 0 0 0-6z"/><path fill="none" stroke-width="2" stroke-dasharray="2 2.5" d="M18 4v14"/></svg>';

/**
 * A refusal for people, without a script. It is written here, since it is there for when Next must not be asked to
 * render.
 */
export function refusalPage(
  { code, detail, headers }: Problem,
  cookies = '',
  requestId = '',
  face: Face = defaultFace,
): BufferedResponse {
  const { status, title } = problems[code];
  const theme = themeOf(cookies);
  const icon = iconOf(face);
  const seconds = headers['retry-after'];
  const html = `<!doctype html>
<html lang="en"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · ${escaped(face.name)}</title>
<link rel="icon" href="${icon.address}" type="${icon.type}">
<style>${style}${accentRule(face.accent)}</style>
<header><div><a href="/">${mark}${escaped(face.name)}</a></div></header>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(withContact(detail, face))}${seconds === undefined || saysWhen.test(detail) ? '' : ` ${escaped(againIn(seconds))}`}</p>
<p class="next">${seconds === undefined ? '<a class="first" href="/">Go to the catalogue</a>' : '<a class="first" href="">Try again</a>'}
<a href="/problems/${code}">What this means and what to do</a></p>
<p class="quiet">Status ${status}${requestId === '' ? '' : ` · Request ${escaped(requestId)}`}</p>
</main>
</html>
`;
  return freshResponse(status, 'text/html; charset=utf-8', html, {
    'content-security-policy':
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...headers,
  });
}

const saysWhen = /try again/i;

function againIn(seconds: string): string {
  return seconds === '1' ? 'Try again in a second.' : `Try again in ${seconds} seconds.`;
}

/** The theme that the reader chose. */
function themeOf(cookies: string) {
  const [, value] = new RegExp(`(?:^|;\\s*)${themeCookie}=(\\w+)`).exec(cookies) ?? [];
  return readTheme(value);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
