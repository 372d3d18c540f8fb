import { guestSession, type Session } from '../../lib/account/session.ts';
import type { Context } from '../portal/context.ts';
import type { Caller } from './caller.ts';

/** The account and the key of the caller. */
export async function readSession(
  { store }: Context,
  { apiKey, operator }: Pick<Caller, 'apiKey' | 'operator'>,
): Promise<Session> {
  if (!apiKey) return guestSession;
  const { account, key } = await store.accounts.readNames(apiKey.key);
  return { kind: 'account', account, key, operator };
}
