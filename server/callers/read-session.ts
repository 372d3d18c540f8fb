import { guestSession, type Session } from '../../lib/account/session.ts';
import type { Context } from '../portal/context.ts';
import type { Caller } from './caller.ts';

/** The person, or the account and the key of the caller. */
export async function readSession(
  { store }: Context,
  { apiKey, person: signedIn, operator }: Pick<Caller, 'apiKey' | 'person' | 'operator'>,
): Promise<Session> {
  if (signedIn) {
    const { id, name, email, operatorRole } = await store.people.read(signedIn.key);
    return { ...guestSession, person: { id, name, email, operatorRole }, operator };
  }
  if (!apiKey) return guestSession;
  const { account, key } = await store.accounts.readNames(apiKey.key);
  return { kind: 'account', account, key, person: null, operator };
}
