import { z } from 'zod';
import type { Session } from '../../lib/account/session.ts';
import { fetchJson } from '../fetch-json.ts';
import { fetchSession } from '../keys/fetch-session.ts';

/** Posts what changes who the caller is, such as a sign-in, and reads who they are. */
export async function becomePerson(address: string, body: unknown): Promise<Session> {
  const { signal } = new AbortController();
  await fetchJson(address, z.unknown(), signal, { method: 'POST', body });
  return fetchSession(signal);
}
