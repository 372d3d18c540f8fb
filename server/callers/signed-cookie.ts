import { createHmac, timingSafeEqual } from 'node:crypto';

/** A cookie whose value the portal signs: what was made up or changed is told without looking anywhere. */
export interface SignedCookie {
  name: string;
  /** What is signed with the value, so that no cookie is taken for another one. */
  purpose: string;
  maxAgeSeconds: number;
}

/** What the portal wrote into it; undefined where it is not there, or not as it was written. */
export function readSignedCookie(
  cookie: SignedCookie,
  cookieHeader: string,
  secret: Buffer,
): string | undefined {
  const text = cookieIn(cookie, cookieHeader);
  if (text === undefined) return undefined;
  const dot = text.indexOf('.');
  const value = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1));
  const expected = Buffer.from(signature(cookie, value, secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}

/** The text of the cookie, whoever wrote it. */
export function cookieIn({ name }: SignedCookie, cookieHeader: string): string | undefined {
  for (const part of cookieHeader.split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

/** The Set-Cookie that keeps the value. */
export function setSignedCookie(
  cookie: SignedCookie,
  value: string,
  secret: Buffer,
  isHttps: boolean,
): string {
  const { name, maxAgeSeconds } = cookie;
  return `${name}=${value}.${signature(cookie, value, secret)}; ${attributes(maxAgeSeconds, isHttps)}`;
}

/** The Set-Cookie that takes it away. */
export function clearCookie({ name }: SignedCookie, isHttps: boolean): string {
  return `${name}=; ${attributes(0, isHttps)}`;
}

function attributes(maxAgeSeconds: number, isHttps: boolean): string {
  return `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

function signature({ purpose }: SignedCookie, value: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`${purpose} ${value}`).digest('base64url');
}
