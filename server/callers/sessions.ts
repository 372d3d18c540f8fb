import { hash } from 'node:crypto';
import { guestSession, type Session } from '../../lib/account/session.ts';
import { errorText, log } from '../log.ts';
import type { Context } from '../context.ts';
import { randomLetters } from '../call-id.ts';
import type { ActiveSession } from '../store/accounts/account-rows.ts';
import type { ActiveMember } from '../store/people/read-people.ts';
import { writeChange } from '../store/write-change.ts';
import { WriterError } from '../store/writer.ts';
import { findApiKey, usableNow } from './api-key.ts';
import { accountCaller, accountSuspended, type Caller, invalidKey, type SignedInPerson } from './caller.ts';

const days = 30;
export const sessionMs = days * 24 * 60 * 60 * 1000;
/** 160 bits. */
const tokenLetters = 32;

export function hashSessionToken(token: string): string {
  return hash('sha256', token);
}

/** Opens a session for an API key and returns its token. `instead` is the hash of a session to replace. */
export async function openSession(
  context: Context,
  key: string,
  instead: string | null,
): Promise<{ caller: Caller; token: string }> {
  const active = await findApiKey(context, key, async () => {});
  if (!active) throw invalidKey('This API key is not valid.');
  if (active.suspended) throw accountSuspended();
  const token = `ses_${randomLetters(tokenLetters)}`;
  const now = Date.now();
  const expiresAt = Math.min(now + sessionMs, active.expiresAtMs ?? Number.MAX_SAFE_INTEGER);
  const session = { hash: hashSessionToken(token), apiKeyKey: active.key, now, expiresAt, instead };
  await writeChange(context, 'open-session', session);
  return { caller: accountCaller(active), token };
}

export async function closeSession(context: Context, hash: string): Promise<void> {
  await writeChange(context, 'close-session', { hash });
}

/** How exactly people learn when a session was used last. */
const seenWithinMs = 60 * 60 * 1000;

/** Cached until keys or sessions change. `beforeLookUp` runs before a database lookup and may refuse it. */
export function findSession(
  context: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
): ActiveSession | undefined | Promise<ActiveSession | undefined> {
  const cached = context.caches.sessions.get(hash);
  return cached ? usable(context, hash, cached) : lookUp(context, hash, beforeLookUp);
}

async function lookUp(
  context: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
): Promise<ActiveSession | undefined> {
  const { caches, store } = context;
  await beforeLookUp();
  const { generation } = caches.sessions;
  const active = await store.accounts.findSession(hash);
  if (!active) return undefined;
  caches.sessions.set(hash, active, generation);
  return usable(context, hash, active);
}

function usable(context: Context, hash: string, active: ActiveSession): ActiveSession | undefined {
  if (!usableNow('key' in active ? active.key : active.person)) return undefined;
  if ('person' in active) noteUse(context, hash, active.person);
  return active;
}

/** Writes that a person uses the session. Requests do not wait for it, and need not succeed. */
function noteUse({ store }: Context, hash: string, person: { lastSeenAtMs: number }): void {
  const now = Date.now();
  if (now - person.lastSeenAtMs < seenWithinMs) return;
  person.lastSeenAtMs = now;
  store.writer.run('see-session', { hash, now }).catch((error: unknown) => {
    // The process of the pages only reads.
    if (error instanceof WriterError && error.code === 'writer-stopped') return;
    log('error', 'session-use-not-written', { error: errorText(error) });
  });
}

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
      seeing: { until, by: seeing.by },
    };
  }
  if (signedIn) return personSession({ store }, signedIn, member && { ...member, accountId: purse });
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
  const person = active && 'person' in active ? active.person : undefined;
  return personSession({ store }, { key: personKey, ...person }, person?.member ?? null);
}

/** Of a person, and of the account in which they act, if they have one. */
async function personSession(
  { store }: Pick<Context, 'store'>,
  { key, closedAccount }: Pick<SignedInPerson, 'key' | 'closedAccount'>,
  member: Pick<ActiveMember, 'accountId' | 'suspended'> | null,
): Promise<Session> {
  const [{ id, name, email, operatorRole }, accounts] = await Promise.all([
    store.people.read(key),
    store.members.accountsOf(key),
  ]);
  const person = { id, name, email, operatorRole };
  const told = closedAccount === undefined ? {} : { closedAccount };
  const own = { ...guestSession, person, accounts, operator: operatorRole !== null, ...told };
  const account = accounts.find((one) => one.id === member?.accountId);
  if (!account) return own;
  const { id: accountId, name: accountName, role } = account;
  const suspended = member?.suspended === true;
  return { ...own, kind: 'account', account: { id: accountId, name: accountName }, role, suspended };
}
