import { hashSessionToken, sessionMs } from '../callers/open-session.ts';
import { randomLetters } from '../random-letters.ts';
import type { NewSession } from '../store/people-changes.ts';

/** 160 bits. */
const tokenLetters = 32;
const idLetters = 16;

/** A session of a person that is about to begin, and the token for its cookie. */
export function newSession(device: string, now: number): { token: string; session: NewSession } {
  const token = `ses_${randomLetters(tokenLetters)}`;
  const id = `ses_${randomLetters(idLetters)}`;
  return { token, session: { hash: hashSessionToken(token), id, device, expiresAt: now + sessionMs } };
}
