import type { Context } from '../portal/context.ts';
import { type PortalSecret, portalSecret } from '../portal/portal-secret.ts';
import { randomLetters } from '../random-letters.ts';
import type { HttpRequest } from './http-request.ts';
import { hasCookie, readSignedCookie, type SignedCookie, setSignedCookie } from './signed-cookie.ts';

const guestCookie: SignedCookie = {
  name: 'farebox_guest',
  purpose: 'guest cookie',
  maxAgeSeconds: 365 * 24 * 60 * 60,
};
const ownerLetters = 32;

/** `anon_…`: whose history the cookie opens; undefined where the portal did not write it as it stands. */
export function readGuestCookie(
  cookieHeader: string,
  secret: PortalSecret,
  isHttps: boolean,
): string | undefined {
  return readSignedCookie(guestCookie, cookieHeader, secret, isHttps);
}

/** The history of a request's browser, if it has one. */
export function guestHistoryOf(
  { headers }: Pick<HttpRequest, 'headers'>,
  { secret, settings }: Pick<Context, 'secret' | 'settings'>,
): string | null {
  return readGuestCookie(headers.get('cookie') ?? '', secret, settings.isHttps) ?? null;
}

/** Whether there is such a cookie, whoever wrote it. */
export function hasGuestCookie(cookieHeader: string, isHttps: boolean): boolean {
  return hasCookie(guestCookie, cookieHeader, isHttps);
}

/** A history for somebody who has none yet, and the Set-Cookie that keeps it. */
export function newGuestCookie(secret: PortalSecret, isHttps: boolean): { owner: string; setCookie: string } {
  const owner = `anon_${randomLetters(ownerLetters)}`;
  return { owner, setCookie: setSignedCookie(guestCookie, owner, secret, isHttps) };
}

/** The Set-Cookie that signs a cookie anew which an older secret signed, so that it stays valid without that one. */
export function renewedGuestCookie(
  owner: string,
  cookieHeader: string,
  secret: PortalSecret,
  isHttps: boolean,
): string | undefined {
  if (secret.all.length === 1) return undefined;
  const isCurrent = readGuestCookie(cookieHeader, portalSecret([secret.signing]), isHttps) === owner;
  return isCurrent ? undefined : setSignedCookie(guestCookie, owner, secret, isHttps);
}
