import { Problem } from '../../lib/problem.ts';
import type { Asker } from '../asker.ts';
import { portal } from '../portal.ts';
import { findApiKey, type KnownKey } from './find-api-key.ts';
import { findGuest } from './find-guest.ts';
import { guestCookieIn, newGuestCookie, readGuestCookie } from './guest-cookie.ts';
import { refuseCrossSite } from './refuse-cross-site.ts';
import { refuseKeyInUrl } from './refuse-key-in-url.ts';

/** Who makes a call, whose credits it takes, and in whose history it stands. */
export interface Principal {
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
  /** The value of a Set-Cookie header that belongs to the answer, whatever the answer is. */
  setCookie: string | null;
}

/** By the key, else by the cookie and the network. Refused are wrong keys, and guests where there are none. */
export function findPrincipal(request: Asker, address: string): Principal | Promise<Principal> {
  refuseKeyInUrl(request.url);
  const authorization = request.headers.get('authorization');
  if (authorization === null) return guestPrincipal(request, address);
  const found = keyOf(authorization, address);
  return found instanceof Promise ? found.then(accountPrincipal) : accountPrincipal(found);
}

/** Whether the request carries an operator's key. Readers' credentials that are not known are ignored. */
export async function isOperator(request: Asker, address: string): Promise<boolean> {
  const authorization = request.headers.get('authorization');
  return authorization !== null && (await keyOf(authorization, address))?.operator === true;
}

const bearer = /^bearer +(\S+)$/i;

function keyOf(authorization: string, address: string): KnownKey | undefined | Promise<KnownKey | undefined> {
  const [, text] = bearer.exec(authorization) ?? [];
  if (text === undefined) return undefined;
  return findApiKey(text, () => portal().rateLimits.takeLookUp(address));
}

function accountPrincipal(known: KnownKey | undefined): Principal {
  if (!known) throw invalidKey();
  const { key, id, accountId, operator } = known;
  return {
    kind: 'account',
    purse: accountId,
    allowance: null,
    owner: accountId,
    scope: accountId,
    apiKey: { key, id },
    operator,
    setCookie: null,
  };
}

/** The same words for all, so that nobody learns which keys there were. */
function invalidKey(): Problem {
  return new Problem('invalid-key', 'The header Authorization holds no API key that is valid here.', [], {
    'www-authenticate': 'Bearer realm="Farebox", error="invalid_token"',
  });
}

function guestPrincipal(request: Asker, address: string): Principal {
  const { settings } = portal();
  const { purse } = findGuest(address);
  if (!settings.guests) {
    throw new Problem('key-required', 'This portal takes no calls of guests: call with an API key.', [], {
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
    setCookie,
  };
}

/** A browser on the portal's own pages gets a history with its first call; a command line has no use for one. */
function historyOf(request: Asker): Pick<Principal, 'owner' | 'setCookie'> {
  const { secret, settings } = portal();
  const cookies = request.headers.get('cookie') ?? '';
  if (guestCookieIn(cookies) !== undefined) {
    refuseCrossSite(request, settings.url);
    const owner = readGuestCookie(cookies, secret);
    if (owner !== undefined) return { owner, setCookie: null };
  }
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return { owner: null, setCookie: null };
  return newGuestCookie(secret, settings.url.startsWith('https:'));
}
