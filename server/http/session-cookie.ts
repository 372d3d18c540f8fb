import { hash } from 'node:crypto';
import { randomLetters } from '../random-letters.ts';
import {
  clearCookie,
  hasCookie,
  readSignedCookie,
  type SignedCookie,
  setSignedCookie,
} from './signed-cookie.ts';

const days = 30;
export const sessionMs = days * 24 * 60 * 60 * 1000;

const sessionCookie: SignedCookie = {
  name: 'farebox_session',
  purpose: 'session cookie',
  maxAgeSeconds: sessionMs / 1000,
};
/** 160 bits. */
const tokenLetters = 32;

/** What the portal keeps of the session that a cookie names; undefined where the portal did not write it as it stands. */
export function readSessionCookie(
  cookieHeader: string,
  secret: Buffer,
  isHttps: boolean,
): string | undefined {
  const token = readSignedCookie(sessionCookie, cookieHeader, secret, isHttps);
  return token && hash('sha256', token);
}

/** Whether there is such a cookie, whoever wrote it. */
export function hasSessionCookie(cookieHeader: string, isHttps: boolean): boolean {
  return hasCookie(sessionCookie, cookieHeader, isHttps);
}

/** A session for the browser: the hash is kept, the rest is the browser's alone. */
export function newSessionCookie(secret: Buffer, isHttps: boolean): { hash: string; setCookie: string } {
  const token = `ses_${randomLetters(tokenLetters)}`;
  return { hash: hash('sha256', token), setCookie: setSignedCookie(sessionCookie, token, secret, isHttps) };
}

export function clearSessionCookie(isHttps: boolean): string {
  return clearCookie(sessionCookie, isHttps);
}
