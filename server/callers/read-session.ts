import { guestSession, type Session } from '../../lib/account/session.ts';
import type { Context } from '../portal/context.ts';
import type { Caller } from './caller.ts';

/** The person, or the account and the key of the caller. */
export async function readSession(
  { store }: Pick<Context, 'store'>,
  { apiKey, person: signedIn, member, purse, operator, seeing }: Caller,
): Promise<Session> {
  if (seeing) {
    const until = new Date(seeing.untilMs).toISOString();
    return { ...guestSession, kind: 'account', account: seeing.account, role: 'viewer', seeing: { until } };
  }
  if (signedIn) return personSession({ store }, signedIn.key, member ? purse : null);
  if (!apiKey) return guestSession;
  const { account, key } = await store.accounts.readNames(apiKey.key);
  return { ...guestSession, kind: 'account', account, key, role: member?.role ?? null, operator };
}

/** Of a person who has just signed in. */
export async function openedSession(
  { store }: Pick<Context, 'store'>,
  personKey: number,
  sessionHash: string,
): Promise<Session> {
  const active = await store.accounts.findSession(sessionHash);
  const member = active && 'person' in active ? active.person.member : null;
  return personSession({ store }, personKey, member?.accountId ?? null);
}

/** Of a person, and of the account in which they act, if they have one. */
export async function personSession(
  { store }: Pick<Context, 'store'>,
  personKey: number,
  accountId: string | null,
): Promise<Session> {
  const [{ id, name, email, operatorRole }, accounts] = await Promise.all([
    store.people.read(personKey),
    store.members.accountsOf(personKey),
  ]);
  const person = { id, name, email, operatorRole };
  const own = { ...guestSession, person, accounts, operator: operatorRole !== null };
  const account = accounts.find((one) => one.id === accountId);
  if (!account) return own;
  return { ...own, kind: 'account', account: { id: account.id, name: account.name }, role: account.role };
}
