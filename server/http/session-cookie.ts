import { hashSessionToken, sessionMs } from '../callers/open-session.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import {
  clearCookie,
  hasCookie,
  readSignedCookie,
  type SignedCookie,
  setSignedCookie,
} from './signed-cookie.ts';

const sessionCookie: SignedCookie = {
  name: 'farebox_session',
  purpose: 'session cookie',
  maxAgeSeconds: sessionMs / 1000,
};
/** The hash of the session in a cookie; undefined if the portal did not sign the cookie. */
export function readSessionCookie(
  cookieHeader: string,
  secret: PortalSecret,
  isHttps: boolean,
): string | undefined {
  const token = readSignedCookie(sessionCookie, cookieHeader, secret, isHttps);
  return token && hashSessionToken(token);
}

/** Whether there is such a cookie, whoever wrote it. */
export function hasSessionCookie(cookieHeader: string, isHttps: boolean): boolean {
  return hasCookie(sessionCookie, cookieHeader, isHttps);
}

/** The Set-Cookie that gives a browser its session. */
export function setSessionCookie(token: string, secret: PortalSecret, isHttps: boolean): string {
  return setSignedCookie(sessionCookie, token, secret, isHttps);
}

export function clearSessionCookie(isHttps: boolean): string {
  return clearCookie(sessionCookie, isHttps);
}
