import type { SessionList } from '../../lib/account/people.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import type { SessionRow } from '../store/people.ts';
import { requirePerson } from './own-person.ts';

/** Where the caller is signed in. */
export async function listSessions({ store }: Context, caller: Caller): Promise<SessionList> {
  const { key, sessionId } = requirePerson(caller);
  const rows = await store.people.sessionsOf(key, new Date());
  return { list: rows.map((row) => listedSession(row, sessionId)) };
}

export function listedSession(
  { id, device, createdAt, lastSeenAt }: SessionRow,
  currentId: string | null,
): SessionList['list'][number] {
  return {
    ...{ id, device, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
    isCurrent: id === currentId,
  };
}
