import type { Session } from '../../lib/account/session.ts';
import { fetchJson, type Given, type Route } from '../fetch-json.ts';
import { fetchSession } from '../keys/fetch-session.ts';

/** Sends what changes who the caller is, such as a sign-in, and reads who they are. */
export async function becomePerson<Asked extends Route>(route: Asked, given: Given<Asked>): Promise<Session> {
  await fetchJson(route, given);
  return fetchSession();
}
