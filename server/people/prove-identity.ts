import type { Configuration, IDToken } from 'openid-client';
import { type MailAddress, parseMailAddress } from '../../lib/account/mail-address.ts';
import type { OidcRefusal } from '../../lib/account/oidc-refusals.ts';
import { personName } from '../../lib/account/people.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { oidcClient } from './oidc-client.ts';
import type { OidcIssuer } from './oidc-issuers.ts';
import type { OidcTrip } from './oidc-trip.ts';

/** Whom an issuer has proven. */
export interface ProvenIdentity {
  issuer: string;
  /** What the issuer calls the person. */
  subject: string;
  /** When the person last signed in there; undefined if the issuer does not say. */
  signedInAt: number | undefined;
  /** What the issuer knows of the person. */
  profile: () => Promise<IdentityProfile>;
}

export interface IdentityProfile {
  email: MailAddress | undefined;
  /** Whether the issuer knows that the address is the person's. */
  isVerified: boolean;
  name: string;
}

/** The longest that OpenID Connect allows. */
const mostSubjectLength = 255;

/** Redeems the code that an issuer sent with the browser, and verifies what it is given for it. */
export async function proveIdentity(
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
export const clockMs = 60 * 1000;

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
