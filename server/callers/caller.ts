import { Problem } from '../../lib/problem/problem.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { portal } from '../portal/portal.ts';
import { findApiKey } from './find-api-key.ts';
import { findGuest } from './find-guest.ts';
import { findSession } from './find-session.ts';
import { hasGuestCookie, newGuestCookie, readGuestCookie } from '../http/guest-cookie.ts';
import type { KnownKey } from './known-key.ts';
import { refuseCrossSite } from '../http/refuse-cross-site.ts';
import { refuseKeyInUrl } from '../http/refuse-key-in-url.ts';
import { clearSessionCookie, hasSessionCookie, readSessionCookie } from '../http/session-cookie.ts';

/** Who makes a call, whose credits it takes, and in whose history it stands. */
export interface Caller {
  kind: 'account' | 'guest';
  /** `acc_…`, or `guest_` and a keyed hash of the network. */
  purse: string;
  /** What a guest's purse holds at the start of each day; null for accounts. */
  allowance: number | null;
  /** Whose history the call is in: `acc_…`, `anon_…` (the cookie), or nobody's. */
  owner: string | null;
  /** Of idempotency keys: the account, the cookie, or the network. */
  scope: string;
  apiKey: { key: number; id: string } | null;
  operator: boolean;
  /** Whether the account is known by the cookie of a session, and not by a key in the request. */
  session: boolean;
  /** The value of a Set-Cookie header that belongs to the answer, whatever the answer is. */
  setCookie: string | null;
}

/**
 * By the key, else by the session, else by the cookie and the network. Refused are wrong keys, sessions that are over,
 * and guests where there are none.
 */
export function findCaller(request: HttpRequest, address: string): Caller | Promise<Caller> {
  refuseKeyInUrl(request.url);
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const found = keyOf(authorization, address);
    return found instanceof Promise ? found.then(ofKey) : ofKey(found);
  }
  const session = sessionHash(request);
  if (session === undefined) return guestCaller(request, address);
  const found = findSession(session, () => portal().rateLimits.takeLookUp(address));
  return found instanceof Promise ? found.then(ofSession) : ofSession(found);
}

/** Whether an operator asks, by a key or a session. Readers' credentials that are not known are ignored. */
export async function isOperator(request: HttpRequest, address: string): Promise<boolean> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return (await keyOf(authorization, address))?.operator === true;
  const session = sessionHash(request);
  if (session === undefined) return false;
  return (await findSession(session, () => portal().rateLimits.takeLookUp(address)))?.operator === true;
}

/** Of the session that the request's cookie names, if it does. Whoever wrote the cookie, other sites do not send it. */
function sessionHash(request: HttpRequest): string | undefined {
  const cookies = request.headers.get('cookie') ?? '';
  const { secret, settings } = portal();
  if (!hasSessionCookie(cookies, settings.isHttps)) return undefined;
  refuseCrossSite(request, settings.url);
  return readSessionCookie(cookies, secret, settings.isHttps);
}

const bearer = /^bearer +(\S+)$/i;

function keyOf(authorization: string, address: string): KnownKey | undefined | Promise<KnownKey | undefined> {
  const [, text] = bearer.exec(authorization) ?? [];
  if (text === undefined) return undefined;
  return findApiKey(text, () => portal().rateLimits.takeLookUp(address));
}

function ofKey(known: KnownKey | undefined): Caller {
  if (!known) throw invalidKey();
  return accountCaller(known, false);
}

/** One who was signed in is told, and not taken for a guest unasked. The next request is one of a guest. */
function ofSession(known: KnownKey | undefined): Caller {
  if (known) return accountCaller(known, true);
  throw new Problem(
    'session-ended',
    'Your session has ended. Sign in again, or repeat the request to continue as a guest.',
    [],
    { 'set-cookie': clearSessionCookie(portal().settings.isHttps) },
  );
}

export function accountCaller({ key, id, accountId, operator }: KnownKey, session: boolean): Caller {
  return {
    kind: 'account',
    purse: accountId,
    allowance: null,
    owner: accountId,
    scope: accountId,
    apiKey: { key, id },
    operator,
    session,
    setCookie: null,
  };
}

/** The same words for all, so that nobody learns which keys there were. */
export function invalidKey(detail = 'The Authorization header does not contain a valid API key.'): Problem {
  return new Problem('invalid-key', detail, [], {
    'www-authenticate': 'Bearer realm="Farebox", error="invalid_token"',
  });
}

function guestCaller(request: HttpRequest, address: string): Caller {
  const { settings } = portal();
  const { purse } = findGuest(address);
  if (!settings.guests) {
    throw new Problem('key-required', 'This portal does not allow guests. Send an API key.', [], {
      'www-authenticate': 'Bearer realm="Farebox"',
    });
  }
  const { owner, setCookie } = historyOf(request);
  return {
    kind: 'guest',
    purse,
    allowance: settings.guestCredits,
    owner,
    // One who gets a cookie with this answer had none to send: a retry that finds it lost has none either.
    scope: owner === null || setCookie !== null ? purse : owner,
    apiKey: null,
    operator: false,
    session: false,
    setCookie,
  };
}

/** A browser on the portal's own pages gets a history with its first call; a command line has no use for one. */
function historyOf(request: HttpRequest): Pick<Caller, 'owner' | 'setCookie'> {
  const { secret, settings } = portal();
  const cookies = request.headers.get('cookie') ?? '';
  if (hasGuestCookie(cookies, settings.isHttps)) {
    refuseCrossSite(request, settings.url);
    const owner = readGuestCookie(cookies, secret, settings.isHttps);
    if (owner !== undefined) return { owner, setCookie: null };
  }
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return { owner: null, setCookie: null };
  return newGuestCookie(secret, settings.isHttps);
}
