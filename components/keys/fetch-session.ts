import { guestSession, type Session } from '../../lib/account/session.ts';
import { fetchJson } from '../fetch-json.ts';

export function fetchSession(signal?: AbortSignal): Promise<Session> {
  return fetchJson('GET /api/session', { ...(signal && { signal }) });
}

export async function signIn(key: string): Promise<Session> {
  const reply = await fetchJson('POST /api/session', { body: { key } });
  // Only a person has a second factor.
  return 'pending' in reply ? guestSession : reply;
}

export async function signOut(): Promise<Session> {
  await fetchJson('DELETE /api/session');
  return guestSession;
}
