import type { IdentityList, OidcRefusal, OfferedIssuer, OidcWish } from '../../../lib/account/identities.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../../callers/caller.ts';
import { requirePerson, refuseUnlessConfirmed } from '../../callers/require-role.ts';
import type { Context } from '../../context.ts';
import type { Settings } from '../../env.ts';
import { errorText, log } from '../../log.ts';
import { randomLetters } from '../../call-id.ts';
import type { UsedChallenge } from '../../store/people/proofs.ts';
import { writeChange } from '../../store/write-change.ts';
import { hasMailCodes } from './prove-code.ts';
import { oidcClient, type OidcIssuer, type OidcTrip, sealOidcTrip } from './oidc.ts';
import { factorsChangedMail } from './second-factor.ts';

/** More than anybody has. */
const mostIdentities = 20;

export function newIdentityId(): string {
  return `idn_${randomLetters(16)}`;
}

/** By which the caller signs in elsewhere. */
export async function listIdentities({ store, settings }: Context, caller: Caller): Promise<IdentityList> {
  const { key } = requirePerson(caller);
  const rows = await store.people.identitiesOf(key);
  const list = rows.map(({ id, issuer, createdAt, lastUsedAt }) => ({
    id,
    issuer,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    label: settings.issuers.find((one) => isSameIssuer(one.issuer, issuer))?.label ?? new URL(issuer).host,
  }));
  return { list, issuers: offeredIssuers(settings) };
}

/** Whether the issuer of the settings is one that an identity names. A slash at its end does not matter. */
export function isSameIssuer(given: string, named: string): boolean {
  return given.replace(/\/$/, '') === named.replace(/\/$/, '');
}

interface Proven {
  issuer: string;
  subject: string;
  /** What the portal calls the issuer. */
  label: string;
  challenge: UsedChallenge;
}

/** Lets the caller sign in by an identity, which they confirmed before they went there. Undefined if all is well. */
export async function connectIdentity(
  context: Context,
  caller: Caller,
  { issuer, subject, label, challenge }: Proven,
  requestId: string,
): Promise<OidcRefusal | undefined> {
  const { key, id: personId } = requirePerson(caller);
  const identity = { id: newIdentityId(), issuer, subject, challenge };
  const mail = factorsChangedMail(`Sign-in with ${label} was added`, context.settings.url);
  const change = { personKey: key, personId, identity, now: Date.now(), most: mostIdentities, mail };
  const author = authorOf(caller, requestId);
  const { outcome } = await writeChange(context, 'connect-identity', change, author);
  if (outcome === 'connected') return undefined;
  if (outcome === 'taken') {
    const owner = await context.store.people.findIdentity(issuer, subject);
    return owner?.personKey === key ? undefined : 'other';
  }
  return outcome === 'too-many' ? 'too-many' : 'expired';
}

export async function disconnectIdentity(
  context: Context,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<void> {
  const { key, id: personId } = requirePerson(caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const mail = factorsChangedMail('A sign-in elsewhere was removed', context.settings.url);
  const change = { personKey: key, personId, id, now, mail };
  const author = authorOf(caller, requestId);
  const { outcome } = await writeChange(context, 'disconnect-identity', change, author);
  if (outcome === 'unknown') throw new Problem('not-found', 'You have no identity with this id.');
  if (outcome === 'last-way') throw new Problem('forbidden', lastIdentity(context.settings));
}

/** Why the last way to sign in stays, and first what the person can do themselves. */
export function lastIdentity(settings: Pick<Settings, 'smtp'>): string {
  const newPassword = hasMailCodes(settings)
    ? 'sign in with an emailed code and choose a password in your profile'
    : 'ask an operator for a link to choose a password';
  return `You have no password and no passkey, so you could no longer sign in. Add a passkey first, or ${newPassword}.`;
}

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
