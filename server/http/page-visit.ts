import type { IncomingMessage, ServerResponse } from 'node:http';
import { newGuestCookie, readGuestCookie, renewedGuestCookie } from './guest-cookie.ts';
import type { Context } from '../portal/context.ts';

/**
 * Before a page is made, a browser gets its anonymous cookie: its first call has it then, so that a retry of that call is
 * known as one, even if its answer never arrived.
 */
export function beginPageVisit(
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
