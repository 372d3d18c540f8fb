import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PortalSecret } from '../portal/portal-secret.ts';

/** A cookie whose value the portal signs: what was made up or changed is told without looking anywhere. */
export interface SignedCookie {
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
export function readSignedCookie(
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
export function hasCookie(cookie: SignedCookie, cookieHeader: string, isHttps: boolean): boolean {
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
export function setSignedCookie(
  cookie: SignedCookie,
  value: string,
  { signing }: PortalSecret,
  isHttps: boolean,
): string {
  const { maxAgeSeconds } = cookie;
  return `${cookieName(cookie, isHttps)}=${value}.${signature(cookie, value, signing)}; ${attributes(maxAgeSeconds, isHttps)}`;
}

/** The Set-Cookie that takes it away. */
export function clearCookie(cookie: SignedCookie, isHttps: boolean): string {
  return `${cookieName(cookie, isHttps)}=; ${attributes(0, isHttps)}`;
}

function attributes(maxAgeSeconds: number, isHttps: boolean): string {
  return `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

function signature({ purpose }: SignedCookie, value: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`${purpose} ${value}`).digest('base64url');
}
