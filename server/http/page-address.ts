import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { Problem } from '../../lib/problem/problem.ts';

/** No page has this address, so that Next answers with its page for such. */
const nowhere = '/_not-found';

/**
 * Keeps from Next what it would fail on or write to the log at length: what the portal does not use of it (images,
 * actions, its own error pages), and addresses that it cannot decode.
 */
export function refuseUnusedParts(incoming: IncomingMessage, pathname: string): void {
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
