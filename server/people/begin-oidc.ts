import type { OfferedIssuer, OidcWish } from '../../lib/account/identities.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import type { Settings } from '../env.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import { oidcClient } from './oidc-client.ts';
import type { OidcIssuer } from './oidc-issuers.ts';
import { type OidcTrip, sealOidcTrip } from './oidc-trip.ts';
import { requirePerson } from './own-person.ts';
import { refuseUnlessConfirmed } from './refuse-unless-confirmed.ts';

/** What the portal wants to know of a person. */
const scope = 'openid email profile';

export function offeredIssuers({ issuers }: Pick<Settings, 'issuers'>): OfferedIssuer[] {
  return issuers.map(({ name, label }) => ({ name, label }));
}

export function findIssuer({ issuers }: Pick<Settings, 'issuers'>, name: string): OidcIssuer {
  const issuer = issuers.find((one) => one.name === name);
  if (issuer) return issuer;
  throw new Problem('not-found', 'This portal has no sign-in of this name.');
}

/** Where an issuer sends people back to. */
export function callbackAddress({ url }: Pick<Settings, 'url'>, { name }: OidcIssuer): string {
  return `${url}/api/oidc/callback/${name}`;
}

/**
 * Begins a sign-in at an issuer: where the browser goes, and what it remembers meanwhile. `caller`: who is signed in, if
 * they connect or confirm.
 */
export async function beginOidc(
  context: Context,
  caller: Caller | undefined,
  name: string,
  wish: OidcWish,
): Promise<{ location: string; sealed: string }> {
  const issuer = findIssuer(context.settings, name);
  const now = Date.now();
  const person = caller && requirePerson(caller);
  if (caller && wish.purpose === 'connect') refuseUnlessConfirmed(caller, now);
  const oidc = await import('openid-client');
  const client = await oidcClient(issuer).catch((error: unknown) => {
    log('error', 'issuer-unreachable', { issuer: issuer.name, error: errorText(error) });
    throw new Problem(
      'unavailable',
      `${issuer.label} cannot be reached at the moment. Try again later, or sign in another way.`,
      [],
      { 'retry-after': '30' },
    );
  });
  const trip: OidcTrip = {
    issuer: issuer.name,
    purpose: wish.purpose,
    begunAt: now,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    ...(wish.invitation !== undefined && { invitation: wish.invitation }),
    ...(wish.returnTo !== undefined && { returnTo: wish.returnTo }),
    ...(person && { sessionId: person.sessionId }),
  };
  const location = oidc.buildAuthorizationUrl(client, {
    scope,
    redirect_uri: callbackAddress(context.settings, issuer),
    state: trip.state,
    nonce: trip.nonce,
    code_challenge_method: 'S256',
    code_challenge: await oidc.calculatePKCECodeChallenge(trip.verifier),
    // Whoever found the browser open is signed in there, too.
    ...(wish.purpose === 'confirm' && { prompt: 'login', max_age: '0' }),
  });
  return { location: location.href, sealed: sealOidcTrip(context.secret, trip) };
}
