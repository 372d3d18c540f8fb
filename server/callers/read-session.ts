import { guestSession, type Session } from '../../lib/account/session.ts';
import { sessionOf } from '../people/session-of.ts';
import type { Context } from '../portal/context.ts';
import type { Caller } from './caller.ts';

/** The person, or the account and the key of the caller. */
export async function readSession(
  { store }: Context,
  { apiKey, person: signedIn, operator }: Pick<Caller, 'apiKey' | 'person' | 'operator'>,
): Promise<Session> {
  if (signedIn) return sessionOf(await store.people.read(signedIn.key));
  if (!apiKey) return guestSession;
  const { account, key } = await store.accounts.readNames(apiKey.key);
  return { kind: 'account', account, key, person: null, operator };
}
