import type { Configuration, IDToken } from 'openid-client';
import type { OidcRefusal } from '../../../lib/account/identities.ts';
import { type MailAddress, parseMailAddress } from '../../../lib/account/mail-address.ts';
import { personName } from '../../../lib/account/people.ts';
import { firstPageOf } from '../../../lib/account/sign-in-address.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../../callers/caller.ts';
import { requirePerson } from '../../callers/require-role.ts';
import type { Context } from '../../context.ts';
import { errorText, log } from '../../log.ts';
import { newAccountId } from '../../call-id.ts';
import type { IdentityProof } from '../../store/people/proofs.ts';
import { writeChange } from '../../store/write-change.ts';
import type { Result } from '../../store/writer.ts';
import { newPeopleRules, newPersonId, type Newcomer } from '../registration.ts';
import { callbackAddress, findIssuer, connectIdentity, newIdentityId } from './identities.ts';
import { hashLinkToken } from '../link-token.ts';
import { newSession } from '../change-password.ts';
import { oidcClient, type OidcIssuer, type OidcTrip, challengeOf, openOidcTrip } from './oidc.ts';

/** Whom an issuer has proven. */
interface ProvenIdentity {
  issuer: string;
  /** What the issuer calls the person. */
  subject: string;
  /** When the person last signed in there; undefined if the issuer does not say. */
  signedInAt: number | undefined;
  /** What the issuer knows of the person. */
  profile: () => Promise<IdentityProfile>;
}

interface IdentityProfile {
  email: MailAddress | undefined;
  /** Whether the issuer knows that the address is the person's. */
  isVerified: boolean;
  name: string;
}

/** The longest that OpenID Connect allows. */
const mostSubjectLength = 255;

/** Redeems the code that an issuer sent with the browser, and verifies what it is given for it. */
async function proveIdentity(
  issuer: OidcIssuer,
  trip: OidcTrip,
  address: URL,
): Promise<ProvenIdentity | { refused: OidcRefusal }> {
  try {
    const oidc = await import('openid-client');
    const client = await oidcClient(issuer);
    const tokens = await oidc.authorizationCodeGrant(client, address, {
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      pkceCodeVerifier: trip.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !isSubject(claims.sub) || isOfFuture(claims)) return { refused: 'unproven' };
    return {
      issuer: claims.iss,
      subject: claims.sub,
      signedInAt: claims.auth_time === undefined ? undefined : claims.auth_time * 1000,
      profile: () => readProfile(client, claims, tokens.access_token),
    };
  } catch (error) {
    log('error', 'identity-refused', { issuer: issuer.name, error: errorText(error) });
    return { refused: await refusalOf(error) };
  }
}

/** Clocks of issuers may differ. */
const clockMs = 60 * 1000;

/** Whether it was made, or the person signed in, later than now. */
function isOfFuture({ iat, auth_time = 0 }: IDToken): boolean {
  return Math.max(iat, auth_time) * 1000 > Date.now() + clockMs;
}

/** PostgreSQL cannot store NUL. */
function isSubject(subject: string): boolean {
  return subject !== '' && subject.length <= mostSubjectLength && !/\p{Cc}/u.test(subject);
}

async function refusalOf(error: unknown): Promise<OidcRefusal> {
  const { AuthorizationResponseError, ClientError } = await import('openid-client');
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'unavailable';
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') return 'unavailable';
  // What `fetch` throws if nobody responds.
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unavailable' : 'unproven';
}

/** Many issuers have the address in their second response alone. */
async function readProfile(
  client: Configuration,
  claims: IDToken,
  accessToken: string,
): Promise<IdentityProfile> {
  const { fetchUserInfo } = await import('openid-client');
  const hasMore = client.serverMetadata().userinfo_endpoint !== undefined;
  const more =
    claims['email'] === undefined && hasMore ? await fetchUserInfo(client, accessToken, claims.sub) : {};
  const told: Record<string, unknown> = { ...claims, ...more };
  const email = typeof told['email'] === 'string' ? parseMailAddress(told['email']) : undefined;
  const names = [told['name'], told['preferred_username'], email?.address.split('@')[0]];
  const name = names.map((one) => personName.safeParse(one).data).find((one) => one !== undefined);
  return { email, isVerified: told['email_verified'] === true, name: name ?? 'Somebody' };
}

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

/** The browser that came back from an issuer. */
interface OidcBrowser extends Newcomer {
  /** The hash of a session to replace. */
  instead: string | null;
}

/** The page that comes next, and the token of a new session. */
interface FinishedOidc {
  to: string;
  token?: string;
}

type SignedIn = FinishedOidc | { refused: OidcRefusal };

/** Signs in the person who has connected an identity, or a new one who has an invitation or registers. */
async function signInByIdentity(
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
  const { id: personId, operatorRole } = await context.store.people.read(personKey);
  const now = Date.now();
  const { token, session } = startSession(identity, device, now);
  const author = { kind: 'person', id: personId, requestId } as const;
  const change = {
    proof: { kind: 'identity', issuer, subject, challenge: challengeOf(trip) },
    session: { ...session, personKey, personId, now, instead },
  } as const;
  const { outcome } = await writeChange(context, 'sign-in-by-identity', change, author);
  if (outcome === 'used') return { refused: 'expired' };
  if (trip.invitation === undefined) return { to: trip.returnTo ?? firstPageOf(operatorRole), token };
  const who = { personKey, personId, sessionId: session.id };
  const wish = { linkHash: hashLinkToken(trip.invitation), who, allowsNew: false, operators: [], now };
  const joined = await writeChange(context, 'use-invitation', wish, author);
  if (joined.outcome === 'suspended') return { to: '/profile?refused=suspended-account', token };
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
    return outcome === 'registered' ? { to: '/', token } : { refused: signInRefusalOf[outcome] };
  }
  const wish = {
    linkHash: hashLinkToken(trip.invitation),
    who: { person, session, identity: connected, isAddressProven: isVerified, history },
    ...newPeopleRules(settings),
    now,
  };
  const { outcome } = await writeChange(context, 'use-invitation', wish, author);
  return outcome === 'joined' ? { to: '/members', token } : { refused: signInRefusalOf[outcome] };
}

type Outcome = Result<'use-invitation'>['outcome'] | Result<'register'>['outcome'];

const signInRefusalOf: Record<Exclude<Outcome, 'joined' | 'registered'>, OidcRefusal> = {
  'already-member': 'expired',
  closed: 'newcomer-invitation',
  email: 'known-email',
  link: 'newcomer-invitation',
  suspended: 'suspended-account',
  used: 'expired',
};

/** Counts as a confirmation from when the person signed in at the issuer, if the issuer says when. */
function startSession({ signedInAt }: ProvenIdentity, device: string, now: number) {
  const { token, session } = newSession(device, now);
  return { token, session: { ...session, confirmedAt: Math.min(signedInAt ?? now, now) } };
}
