import { z } from 'zod';
import { guestSession, type Session, sessionSchema } from '../../lib/account/session.ts';
import { fetchJson } from '../fetch-json.ts';

export function fetchSession(signal: AbortSignal): Promise<Session> {
  return fetchJson('/api/session', sessionSchema, signal);
}

export function signIn(key: string): Promise<Session> {
  return fetchJson('/api/session', sessionSchema, new AbortController().signal, {
    method: 'POST',
    body: { key },
  });
}

export async function signOut(): Promise<Session> {
  await fetchJson('/api/session', z.undefined(), new AbortController().signal, { method: 'DELETE' });
  return guestSession;
}
