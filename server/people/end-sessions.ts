import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { requirePerson } from './own-person.ts';
import { refuseUnlessConfirmed } from './refuse-unless-confirmed.ts';

/** Ends one session of the caller. */
export async function endSession(
  context: Context,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<void> {
  const { key, id: personId } = requirePerson(caller);
  const payload = { personKey: key, personId, which: { only: id } };
  const { ended } = await writeChange(context, 'end-sessions', payload, authorOf(caller, requestId));
  if (ended === 0) throw new Problem('not-found', 'You have no session of this id. It may have ended.');
}

/** Ends all sessions of the caller but this one. */
export async function endOtherSessions(context: Context, caller: Caller, requestId: string): Promise<void> {
  const { key, id: personId, sessionId } = requirePerson(caller);
  refuseUnlessConfirmed(caller, Date.now());
  const payload = { personKey: key, personId, which: { allBut: sessionId } };
  await writeChange(context, 'end-sessions', payload, authorOf(caller, requestId));
}
