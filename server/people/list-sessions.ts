import type { SessionList } from '../../lib/account/people.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { requirePerson } from './own-person.ts';

/** Where the caller is signed in. */
export async function listSessions({ store }: Context, caller: Caller): Promise<SessionList> {
  const { key, sessionId } = requirePerson(caller);
  const rows = await store.people.sessionsOf(key, new Date());
  const list = rows.map(({ id, device, createdAt, lastSeenAt }) => ({
    ...{ id, device, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
    isCurrent: id === sessionId,
  }));
  return { list };
}
