import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomLetters } from '../random-letters.ts';

const cookieName = 'farebox_guest';
const maxAgeSeconds = 365 * 24 * 60 * 60;
const ownerLetters = 32;

/** `anon_…`: whose history the cookie opens; undefined where the portal did not write it as it stands. */
export function readGuestCookie(cookieHeader: string, secret: Buffer): string | undefined {
  const value = guestCookieIn(cookieHeader);
  if (value === undefined) return undefined;
  const dot = value.indexOf('.');
  const owner = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const expected = Buffer.from(signature(owner, secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? owner : undefined;
}

/** The value of the cookie, whoever wrote it. */
export function guestCookieIn(cookieHeader: string): string | undefined {
  for (const part of cookieHeader.split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === cookieName) return part.slice(equals + 1).trim();
  }
  return undefined;
}

/** A history for somebody who has none yet, and the Set-Cookie that keeps it. */
export function newGuestCookie(secret: Buffer, isHttps: boolean): { owner: string; setCookie: string } {
  const owner = `anon_${randomLetters(ownerLetters)}`;
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return { owner, setCookie: `${cookieName}=${owner}.${signature(owner, secret)}; ${attributes}` };
}

function signature(owner: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`guest cookie ${owner}`).digest('base64url');
}
