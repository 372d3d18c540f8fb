import type { SessionList } from '../../lib/account/people.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import type { SessionRow } from '../store/people.ts';
import { needsCurrentPassword } from './change-password.ts';
import { requirePerson } from './own-person.ts';

/** Where the caller is signed in, and whether this session replaces a forgotten password. */
export async function listSessions(context: Context, caller: Caller): Promise<SessionList> {
  const person = requirePerson(caller);
  const now = new Date();
  const { people } = context.store;
  const [rows, { passwordHash }, needs] = await Promise.all([
    people.sessionsOf(person.key, now),
    people.read(person.key),
    needsCurrentPassword(context, person, now.getTime()),
  ]);
  return {
    list: rows.map((row) => listedSession(row, person.sessionId)),
    hasPassword: passwordHash !== null,
    needsCurrentPassword: needs,
  };
}

export function listedSession(
  { id, device, createdAt, lastSeenAt }: SessionRow,
  currentId: string | null,
): SessionList['list'][number] {
  return {
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === currentId,
  };
}
