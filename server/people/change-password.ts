import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import type { Taker } from '../limits/take-turn.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { requirePerson } from './own-person.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { passwordChangedMail } from './password-mails.ts';
import { refuseWeakPassword } from './weak-password.ts';

/** Changes the password of the caller, whose other sessions end. */
export async function changePassword(
  context: Context,
  caller: Caller,
  { current, password }: { current: string; password: string },
  requestId: string,
  from: Taker,
): Promise<void> {
  const { key, id, sessionId } = requirePerson(caller);
  const { passwordHash, email, name } = await context.store.people.read(key);
  if (!(await isPassword(current, passwordHash, from)))
    throw new Problem('wrong-password', 'The current password is wrong.', [
      { pointer: '/current', detail: 'This is not your current password.' },
    ]);
  await refuseWeakPassword(context, password, [email, name], from);
  const change = {
    ...{ personKey: key, personId: id, passwordHash: await hashPassword(password, from), sessionId },
    ...{ mail: passwordChangedMail(context.settings.url), now: Date.now() },
  };
  await writeChange(context, 'change-password', change, authorOf(caller, requestId));
}
