import type { OidcRefusal } from '../../lib/account/oidc-refusals.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import type { IdentityProof } from '../store/proof.ts';
import { writeChange } from '../store/write-change.ts';
import { callbackAddress, findIssuer } from './begin-oidc.ts';
import { connectIdentity } from './identities.ts';
import { challengeOf, openOidcTrip, type OidcTrip } from './oidc-trip.ts';
import { requirePerson } from './own-person.ts';
import { clockMs, proveIdentity, type ProvenIdentity } from './prove-identity.ts';
import { type FinishedOidc, type OidcBrowser, signInByIdentity } from './sign-in-by-identity.ts';

interface Return extends OidcBrowser {
  /** The name of the issuer, of the address that the browser came back to. */
  name: string;
  /** The query of the address, with its question mark. */
  search: string;
  /** What the browser remembered; undefined if nothing. */
  sealed: string | undefined;
  /** Who is signed in. */
  caller: () => Promise<Caller>;
}

/** Ends a sign-in at an issuer. What it leads to is always a page, which says why if nothing was done. */
export async function finishOidc(context: Context, back: Return): Promise<FinishedOidc> {
  const trip = back.sealed === undefined ? undefined : openOidcTrip(context.secret, back.sealed, Date.now());
  if (!trip || trip.issuer !== back.name) return { to: '/sign-in?refused=expired' };
  const refused = (code: OidcRefusal) => ({
    to: `${trip.purpose === 'sign-in' ? '/sign-in' : '/profile'}?refused=${code}`,
  });
  try {
    const result = await finish(context, trip, back);
    return 'refused' in result ? refused(result.refused) : result;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log('error', 'identity-refused', { issuer: back.name, error: errorText(error) });
    return refused('busy');
  }
}

async function finish(
  context: Context,
  trip: OidcTrip,
  back: Return,
): Promise<FinishedOidc | { refused: OidcRefusal }> {
  const issuer = findIssuer(context.settings, trip.issuer);
  const address = new URL(callbackAddress(context.settings, issuer) + back.search);
  const identity = await proveIdentity(issuer, trip, address);
  if ('refused' in identity) return identity;
  if (trip.purpose === 'sign-in') return signInByIdentity(context, identity, trip, back);
  const caller = await back.caller().catch(() => undefined);
  if (!caller?.person || caller.person.sessionId !== trip.sessionId) return { refused: 'other' };
  if (trip.purpose === 'confirm') return confirm(context, caller, { identity, trip }, back.requestId);
  const refusal = await connectIdentity(
    context,
    caller,
    { ...identity, label: issuer.label, challenge: challengeOf(trip) },
    back.requestId,
  );
  return refusal === undefined ? { to: '/profile' } : { refused: refusal };
}

async function confirm(
  context: Context,
  caller: Caller,
  { identity, trip }: { identity: ProvenIdentity; trip: OidcTrip },
  requestId: string,
): Promise<FinishedOidc | { refused: OidcRefusal }> {
  const { key, id, sessionId } = requirePerson(caller);
  const { issuer, subject, signedInAt } = identity;
  // An issuer that tells when a person signed in is held to it.
  if (signedInAt !== undefined && signedInAt < trip.begunAt - clockMs) return { refused: 'not-asked' };
  const found = await context.store.people.findIdentity(issuer, subject);
  if (found?.personKey !== key) return { refused: 'other' };
  const proof: IdentityProof = { kind: 'identity', issuer, subject, challenge: challengeOf(trip) };
  const change = { personKey: key, personId: id, sessionId, proof, now: Date.now() };
  const { confirmed } = await writeChange(context, 'confirm-session', change, authorOf(caller, requestId));
  return confirmed ? { to: trip.returnTo ?? '/profile' } : { refused: 'expired' };
}
