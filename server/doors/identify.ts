import { Problem } from '../../lib/problem/problem.ts';
import {
  accountCaller,
  accountSuspended,
  type Caller,
  invalidKey,
  memberCaller,
  seeingCaller,
} from '../callers/caller.ts';
import { findApiKey } from '../callers/api-key.ts';
import { findGuest } from '../callers/guest.ts';
import { findSession } from '../callers/sessions.ts';
import { forCaller } from '../callers/find-audience.ts';
import { mayDo, type OperatorVerb } from '../rights.ts';
import type { Context } from '../context.ts';
import type { ActiveKey, ActiveSession } from '../store/accounts/account-rows.ts';
import type { ActivePerson } from '../store/people/read-people.ts';
import type { ClientConnection, HttpRequest } from '../http/client-connection.ts';
import {
  hasGuestCookie,
  newGuestCookie,
  readGuestCookie,
  clearSessionCookie,
  hasSessionCookie,
  readSessionCookie,
} from './cookies.ts';
import { refuseCrossSite, refuseKeyInUrl } from '../http/arriving-request.ts';

/** The caller of a request, and how they are known. */
export interface Identity {
  caller: Caller;
  /** Whether the account is known by the cookie of a session, and not by a key in the request. */
  bySession: boolean;
  /** The value of a Set-Cookie header that belongs to the response, whatever the response is. */
  setCookie: string | null;
}

/** The origin of a request. */
export type Source = Pick<ClientConnection, 'address' | 'network'>;

/**
 * Identifies the caller by key, else by session, else by cookie and network. Refuses wrong keys, ended sessions, guests
 * if the portal allows none, and changes by operators who see an account as its members do. `isForGuests`: whether the
 * address is of use to them.
 */
export function identify(
  context: Context,
  request: HttpRequest,
  source: Source,
  isForGuests = true,
): Identity | Promise<Identity> {
  refuseKeyInUrl(request.url);
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const found = keyOf(context, authorization, source);
    return found instanceof Promise ? found.then(byKey) : byKey(found);
  }
  const session = sessionHash(context, request);
  if (session === undefined) return guestIdentity(context, request, source);
  const found = findSession(context, session, () => context.rateLimits.takeLookUp(source.network));
  const bySession = (active: ActiveSession | undefined) => {
    if (active && 'person' in active) return identityOfPerson(context, request, source, active.person);
    return identityOfSession(context, active, isForGuests);
  };
  return found instanceof Promise ? found.then(bySession) : bySession(found);
}

/** Whether a request says nothing of who makes it. */
export function isOfGuest({ settings }: Context, { headers }: Pick<HttpRequest, 'headers'>): boolean {
  if (headers.get('authorization') !== null) return false;
  const cookies = headers.get('cookie');
  return cookies === null || !hasSessionCookie(cookies, settings.isHttps);
}

/** The context with which a request reads the catalogue. Credentials that are refused elsewhere see what guests see. */
export async function forRequest(context: Context, request: HttpRequest, source: Source): Promise<Context> {
  if (isOfGuest(context, request)) return context;
  try {
    return await forCaller(context, (await identify(context, request, source)).caller);
  } catch (error) {
    if (error instanceof Problem) return context;
    throw error;
  }
}

/** Whether the caller, by key or session, is an operator who may do it. Unknown credentials are ignored on reads. */
export async function mayOperate(
  context: Context,
  request: HttpRequest,
  source: Source,
  verb: OperatorVerb,
): Promise<boolean> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return keyMayDo(await keyOf(context, authorization, source), verb);
  const session = sessionHash(context, request);
  if (session === undefined) return false;
  const found = await findSession(context, session, () => context.rateLimits.takeLookUp(source.network));
  if (found && 'person' in found)
    return (
      !callerWhoSees(request, found.person) &&
      mayDo({ person: found.person, apiKey: null, operator: false }, verb)
    );
  return keyMayDo(found?.key, verb);
}

function keyMayDo(key: ActiveKey | undefined, verb: OperatorVerb): boolean {
  return key !== undefined && !key.suspended && mayDo(accountCaller(key), verb);
}

/** The hash of the session in the cookie, if there is one. Requests from other sites are refused. */
function sessionHash({ secret, settings }: Context, request: HttpRequest): string | undefined {
  const cookies = request.headers.get('cookie');
  if (cookies === null || !hasSessionCookie(cookies, settings.isHttps)) return undefined;
  refuseCrossSite(request, settings.url);
  return readSessionCookie(cookies, secret, settings.isHttps);
}

const bearer = /^bearer +(\S+)$/i;

function keyOf(
  context: Context,
  authorization: string,
  { network }: Source,
): ActiveKey | undefined | Promise<ActiveKey | undefined> {
  const [, text] = bearer.exec(authorization) ?? [];
  if (text === undefined) return undefined;
  return findApiKey(context, text, () => context.rateLimits.takeLookUp(network));
}

function byKey(active: ActiveKey | undefined): Identity {
  if (!active) throw invalidKey();
  if (active.suspended) throw accountSuspended(active);
  return { caller: accountCaller(active), bySession: false, setCookie: null };
}

/** A browser whose session has ended is told so. Its next request is a guest's. */
function identityOfSession(
  { settings }: Context,
  session: Exclude<ActiveSession, { person: unknown }> | undefined,
  isForGuests: boolean,
): Identity {
  if (session?.key.suspended) throw accountSuspended(session.key);
  if (session) {
    const caller = accountCaller(session.key);
    const apiKey = caller.apiKey && { ...caller.apiKey, enteredAtMs: session.openedAtMs };
    return { caller: { ...caller, apiKey }, bySession: true, setCookie: null };
  }
  const asGuest = isForGuests && settings.guests ? ', or repeat the request to continue as a guest' : '';
  throw new Problem('session-ended', `Your session has ended. Sign in again${asGuest}.`, [], {
    'set-cookie': clearSessionCookie(settings.isHttps),
  });
}

function guestIdentity(context: Context, request: HttpRequest, source: Source): Identity {
  const { settings } = context;
  if (!settings.guests) {
    throw new Problem('key-required', 'This portal does not allow guests. Send an API key.', [], {
      'www-authenticate': 'Bearer realm="Farebox"',
    });
  }
  return { ...asGuest(context, request, source), bySession: false };
}

/**
 * A person in an account calls for it. A person of no account calls as a guest of their network, and keeps the history of
 * their browser.
 */
function identityOfPerson(
  context: Context,
  request: HttpRequest,
  source: Source,
  active: ActivePerson,
): Identity {
  const seeing = callerWhoSees(request, active);
  if (seeing) return { caller: seeing, bySession: true, setCookie: null };
  const { expiresAtMs: _ends, lastSeenAtMs: _seen, sees: _sees, member, ...person } = active;
  if (member) return { caller: memberCaller(person, member), bySession: true, setCookie: null };
  const { caller, setCookie } = asGuest(context, request, source);
  return {
    caller: { ...caller, person, operator: person.operatorRole !== null },
    bySession: true,
    setCookie,
  };
}

function asGuest(
  context: Context,
  request: HttpRequest,
  { address }: Source,
): Pick<Identity, 'caller' | 'setCookie'> {
  const { settings } = context;
  const { purse } = findGuest(context, address);
  const { owner, setCookie } = historyOf(context, request);
  const caller: Caller = {
    kind: 'guest',
    purse,
    allowance: settings.guests ? settings.guestCredits : 0,
    owner,
    // A guest who gets the cookie with this response had none: a retry has none either if the response is lost.
    idempotencyScope: owner === null || setCookie !== null ? purse : owner,
    apiKey: null,
    person: null,
    member: null,
    operator: false,
  };
  return { caller, setCookie };
}

/** A browser on the portal's own pages gets a history with its first call; a command line does not need one. */
function historyOf(
  { secret, settings }: Context,
  request: HttpRequest,
): { owner: string | null; setCookie: string | null } {
  const cookies = request.headers.get('cookie');
  if (cookies !== null && hasGuestCookie(cookies, settings.isHttps)) {
    refuseCrossSite(request, settings.url);
    const owner = readGuestCookie(cookies, secret, settings.isHttps);
    if (owner !== undefined) return { owner, setCookie: null };
  }
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return { owner: null, setCookie: null };
  return newGuestCookie(secret, settings.isHttps);
}

/**
 * The caller of a request by an operator who sees an account as its members do. Refuses everything that could change
 * something. Undefined for others, and for the console, which stays the operator's own.
 */
function callerWhoSees(
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  person: ActivePerson,
): Caller | undefined {
  const { sees } = person;
  const isOver =
    !sees || Date.now() >= sees.untilMs || !mayDo({ person, apiKey: null, operator: false }, 'see-as');
  if (isOver || isOfConsole(url)) return undefined;
  if (method === 'GET' || method === 'HEAD') return seeingCaller(sees, person.id);
  throw new Problem(
    'seeing-account',
    `You are viewing ${sees.account.name} as its members do, which is read-only: you cannot change anything or make calls. End it first, with POST /api/operator/see-as/end.`,
  );
}

function isOfConsole(url: string): boolean {
  const { pathname } = new URL(url);
  return pathname === '/operator' || /^\/(?:api\/)?operator\//.test(pathname);
}
