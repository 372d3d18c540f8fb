import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashSessionToken, sessionMs } from '../callers/sessions.ts';
import { oidcTripMs } from '../people/proofs/oidc.ts';
import type { Context } from '../context.ts';
import { type PortalSecret, portalSecret } from '../portal/portal-secret.ts';
import { randomLetters } from '../call-id.ts';
import type { HttpRequest } from '../http/client-connection.ts';

/** A cookie whose value the portal signs: what was made up or changed is told without looking anywhere. */
interface SignedCookie {
  name: string;
  /** Signed with the value, so that one cookie cannot stand for another. */
  purpose: string;
  maxAgeSeconds: number;
}

/** A browser sends one, or a second that another site of the domain set. Each signature takes time to check. */
const mostOfOneName = 4;

/**
 * The value that the portal wrote, with any of its secrets. Undefined if there is none, and also if there are two different ones: another site of
 * the domain may have set one of them, and the portal cannot tell which.
 */
function readSignedCookie(
  cookie: SignedCookie,
  cookieHeader: string,
  secret: PortalSecret,
  isHttps: boolean,
): string | undefined {
  const texts = textsIn(cookieName(cookie, isHttps), cookieHeader);
  if (texts.size > mostOfOneName) return undefined;
  const values = [...texts].flatMap((text) => signedValue(cookie, text, secret) ?? []);
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

/** Whether the request has a cookie of this name, whoever wrote it. */
function hasCookie(cookie: SignedCookie, cookieHeader: string, isHttps: boolean): boolean {
  return textsIn(cookieName(cookie, isHttps), cookieHeader).size > 0;
}

/** Browsers let only the host itself set a `__Host-` cookie, over HTTPS; a sister domain or plain HTTP cannot. */
function cookieName({ name }: SignedCookie, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

function textsIn(name: string, cookieHeader: string): Set<string> {
  const texts = new Set<string>();
  // Most requests have no cookies.
  if (!cookieHeader.includes(name)) return texts;
  for (const part of cookieHeader.split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) texts.add(part.slice(equals + 1).trim());
  }
  return texts;
}

function signedValue(cookie: SignedCookie, text: string, { all }: PortalSecret): string | undefined {
  const dot = text.indexOf('.');
  const value = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1));
  for (const secret of all) {
    const expected = Buffer.from(signature(cookie, value, secret));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return value;
  }
  return undefined;
}

/** The Set-Cookie that keeps the value. */
function setSignedCookie(
  cookie: SignedCookie,
  value: string,
  { signing }: PortalSecret,
  isHttps: boolean,
): string {
  const { maxAgeSeconds } = cookie;
  return `${cookieName(cookie, isHttps)}=${value}.${signature(cookie, value, signing)}; ${attributes(maxAgeSeconds, isHttps)}`;
}

/** The Set-Cookie that takes it away. */
function clearCookie(cookie: SignedCookie, isHttps: boolean): string {
  return `${cookieName(cookie, isHttps)}=; ${attributes(0, isHttps)}`;
}

function attributes(maxAgeSeconds: number, isHttps: boolean): string {
  return `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

function signature({ purpose }: SignedCookie, value: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`${purpose} ${value}`).digest('base64url');
}

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
