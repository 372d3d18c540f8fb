import { guestSession, type Session } from '../../lib/account/session.ts';
import type { Context } from '../portal/context.ts';
import type { ActiveMember } from '../store/people.ts';
import type { Caller } from './caller.ts';

/** The person, or the account and the key of the caller. */
export async function readSession(
  { store }: Pick<Context, 'store'>,
  { apiKey, person: signedIn, member, purse, operator, seeing }: Caller,
): Promise<Session> {
  if (seeing) {
    const until = new Date(seeing.untilMs).toISOString();
    const suspended = await store.accounts.isSuspended(seeing.account.id);
    return {
      ...guestSession,
      kind: 'account',
      account: seeing.account,
      role: 'viewer',
      suspended,
      seeing: { until },
    };
  }
  if (signedIn) return personSession({ store }, signedIn.key, member && { ...member, accountId: purse });
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
  return personSession({ store }, personKey, active && 'person' in active ? active.person.member : null);
}

/** Of a person, and of the account in which they act, if they have one. */
async function personSession(
  { store }: Pick<Context, 'store'>,
  personKey: number,
  member: Pick<ActiveMember, 'accountId' | 'suspended'> | null,
): Promise<Session> {
  const [{ id, name, email, operatorRole }, accounts] = await Promise.all([
    store.people.read(personKey),
    store.members.accountsOf(personKey),
  ]);
  const person = { id, name, email, operatorRole };
  const own = { ...guestSession, person, accounts, operator: operatorRole !== null };
  const account = accounts.find((one) => one.id === member?.accountId);
  if (!account) return own;
  const { id: accountId, name: accountName, role } = account;
  const suspended = member?.suspended === true;
  return { ...own, kind: 'account', account: { id: accountId, name: accountName }, role, suspended };
}
