import { oidcTripMs } from '../people/oidc-trip.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import { clearCookie, readSignedCookie, type SignedCookie, setSignedCookie } from './signed-cookie.ts';

/** Remembers a sign-in elsewhere until the browser comes back. */
const oidcCookie: SignedCookie = {
  name: 'farebox_oidc',
  purpose: 'sign-in elsewhere',
  maxAgeSeconds: oidcTripMs / 1000,
};

export function readOidcCookie(
  cookieHeader: string,
  secret: PortalSecret,
  isHttps: boolean,
): string | undefined {
  return readSignedCookie(oidcCookie, cookieHeader, secret, isHttps);
}

export function setOidcCookie(sealed: string, secret: PortalSecret, isHttps: boolean): string {
  return setSignedCookie(oidcCookie, sealed, secret, isHttps);
}

export function clearOidcCookie(isHttps: boolean): string {
  return clearCookie(oidcCookie, isHttps);
}
