import type { OidcRefusal } from '../../lib/account/oidc-refusals.ts';
import { newAccountId } from '../operator/create-account.ts';
import { rolesFor } from '../operator/rights.ts';
import type { Context } from '../portal/context.ts';
import type { RegisterResult } from '../store/registration-changes.ts';
import type { UseInvitationResult } from '../store/member-changes.ts';
import { writeChange } from '../store/write-change.ts';
import { newPersonId } from './claim-portal.ts';
import { newIdentityId } from './identities.ts';
import { hashLinkToken } from './link-token.ts';
import { newSession } from './new-session.ts';
import { challengeOf, type OidcTrip } from './oidc-trip.ts';
import type { Newcomer } from './registration.ts';
import type { IdentityProfile, ProvenIdentity } from './prove-identity.ts';

/** The browser that came back from an issuer. */
export interface OidcBrowser extends Newcomer {
  /** The hash of a session to replace. */
  instead: string | null;
}

/** The page that comes next, and the token of a new session. */
export interface FinishedOidc {
  to: string;
  token?: string;
}

type SignedIn = FinishedOidc | { refused: OidcRefusal };

/** Signs in the person who has connected an identity, or a new one who has an invitation or registers. */
export async function signInByIdentity(
  context: Context,
  identity: ProvenIdentity,
  trip: OidcTrip,
  browser: OidcBrowser,
): Promise<SignedIn> {
  const found = await context.store.people.findIdentity(identity.issuer, identity.subject);
  if (found) return signInKnown(context, { identity, trip, ...found }, browser);
  const profile = await identity.profile().catch(() => undefined);
  if (!profile) return { refused: 'unavailable' };
  return signUp(context, { identity, trip, profile }, browser);
}

async function signInKnown(
  context: Context,
  { identity, trip, personKey }: { identity: ProvenIdentity; trip: OidcTrip; personKey: number },
  { device, instead, requestId }: OidcBrowser,
): Promise<SignedIn> {
  const { issuer, subject } = identity;
  const { id: personId } = await context.store.people.read(personKey);
  const now = Date.now();
  const { token, session } = startSession(identity, device, now);
  const author = { kind: 'person', id: personId, requestId } as const;
  const change = {
    proof: { kind: 'identity', issuer, subject, challenge: challengeOf(trip) },
    session: { ...session, personKey, personId, now, instead },
  } as const;
  const { outcome } = await writeChange(context, 'sign-in-by-identity', change, author);
  if (outcome === 'used') return { refused: 'expired' };
  if (trip.invitation === undefined) return { to: trip.returnTo ?? '/profile', token };
  const who = { personKey, personId, sessionId: session.id };
  const wish = { linkHash: hashLinkToken(trip.invitation), who, allowsNew: false, operators: [], now };
  const joined = await writeChange(context, 'use-invitation', wish, author);
  return { to: joined.outcome === 'link' ? '/profile?refused=invitation' : '/members', token };
}

/** An address is never enough to be somebody: whoever has it connects the identity after a sign-in. */
async function signUp(
  context: Context,
  { identity, trip, profile }: { identity: ProvenIdentity; trip: OidcTrip; profile: IdentityProfile },
  { device, history, requestId }: OidcBrowser,
): Promise<SignedIn> {
  const { email, name, isVerified } = profile;
  const { store, settings } = context;
  const isOpen = settings.registration === 'open';
  if (trip.invitation === undefined) {
    // Others than its owner do not learn whether an address is known.
    const isKnown = email && isVerified && (await store.people.findByEmail(email.comparisonKey));
    if (isKnown || !isOpen) return { refused: isKnown ? 'known-email' : 'closed' };
    if (email && !isVerified) return { refused: 'unverified-email' };
  }
  if (!email) return { refused: 'no-email' };
  const now = Date.now();
  const { token, session } = startSession(identity, device, now);
  const { address, comparisonKey } = email;
  const person = { id: newPersonId(), email: address, emailKey: comparisonKey, name, passwordHash: null };
  const { issuer, subject } = identity;
  const connected = { id: newIdentityId(), issuer, subject, challenge: challengeOf(trip) };
  const author = { kind: 'person', id: person.id, requestId } as const;
  if (trip.invitation === undefined) {
    const proof = { identity: connected, email: address, emailKey: comparisonKey };
    const credits = settings.registrationCredits;
    const wish = { proof, person, accountId: newAccountId(), credits, session, history, now };
    const { outcome } = await writeChange(context, 'register', wish, author);
    return outcome === 'registered' ? { to: '/', token } : { refused: refusalOf[outcome] };
  }
  const wish = {
    linkHash: hashLinkToken(trip.invitation),
    who: { person, session, identity: connected, isAddressProven: isVerified, history },
    allowsNew: settings.registration !== 'closed',
    operators: rolesFor('invite-member'),
    now,
  };
  const { outcome } = await writeChange(context, 'use-invitation', wish, author);
  return outcome === 'joined' ? { to: '/members', token } : { refused: refusalOf[outcome] };
}

type Outcome = UseInvitationResult['outcome'] | RegisterResult['outcome'];

const refusalOf: Record<Exclude<Outcome, 'joined' | 'registered'>, OidcRefusal> = {
  'already-member': 'expired',
  closed: 'newcomer-invitation',
  email: 'known-email',
  link: 'newcomer-invitation',
  used: 'expired',
};

/** Counts as a confirmation from when the person signed in at the issuer, if the issuer says when. */
function startSession({ signedInAt }: ProvenIdentity, device: string, now: number) {
  const { token, session } = newSession(device, now);
  return { token, session: { ...session, confirmedAt: Math.min(signedInAt ?? now, now) } };
}
