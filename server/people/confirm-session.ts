import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { requirePerson } from './own-person.ts';
import { isPassword } from './password-hash.ts';

/** Confirms that it is still the person who uses the session. */
export async function confirmSession(
  context: Context,
  caller: Caller,
  { password }: { password: string },
  requestId: string,
): Promise<void> {
  const { key, id, sessionId } = requirePerson(caller);
  const { passwordHash } = await context.store.people.read(key);
  if (!(await isPassword(password, passwordHash)))
    throw new Problem('wrong-password', 'The password is wrong.', [
      { pointer: '/password', detail: 'This is not your password.' },
    ]);
  const change = { personKey: key, personId: id, sessionId, now: Date.now() };
  await writeChange(context, 'confirm-session', change, authorOf(caller, requestId));
}
