import type { z } from 'zod';
import type { newPasswordBody } from '../../lib/account/people.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller, type SignedInPerson } from '../callers/caller.ts';
import type { Taker } from '../limits/take-turn.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { requirePerson } from './own-person.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { passwordChangedMail } from './password-mails.ts';
import { isFresh } from './refuse-unless-confirmed.ts';
import { refuseWeakPassword } from './weak-password.ts';

/**
 * Whether a change needs the current password: not in the ten minutes after the mailed code that began the session, as the
 * mailbox signs in anyway. A stolen session must not set a password otherwise, so no confirmation renews this. A passkey,
 * or a second factor that the sign-in did not ask for, keeps the need.
 */
export async function needsCurrentPassword(
  { store }: Pick<Context, 'store'>,
  { key, mailedCodeAtMs }: SignedInPerson,
  now: number,
): Promise<boolean> {
  if (!isFresh(mailedCodeAtMs, now)) return true;
  const [factor, passkeys] = await Promise.all([
    store.people.secondFactorOf(key),
    store.people.passkeysOf(key),
  ]);
  return passkeys.length > 0 || (factor?.confirmedAt?.getTime() ?? 0) > mailedCodeAtMs;
}

/** Changes the password of the caller, whose other sessions end. */
export async function changePassword(
  context: Context,
  caller: Caller,
  { current, password }: z.output<typeof newPasswordBody>,
  requestId: string,
  from: Taker,
): Promise<void> {
  const person = requirePerson(caller);
  const { key, id, sessionId } = person;
  const now = Date.now();
  const { passwordHash, email, name } = await context.store.people.read(key);
  if (current === undefined) {
    if (await needsCurrentPassword(context, person, now))
      throw invalidBody([
        {
          pointer: '/current',
          detail:
            passwordHash === null
              ? 'You have no password. Ask an operator for a link to choose one.'
              : 'Enter your current password.',
        },
      ]);
  } else if (!(await isPassword(current, passwordHash, from)))
    throw new Problem('wrong-password', 'The current password is wrong.', [
      { pointer: '/current', detail: 'This is not your current password.' },
    ]);
  await refuseWeakPassword(context, password, [email, name], from);
  const change = {
    personKey: key,
    personId: id,
    passwordHash: await hashPassword(password, from),
    sessionId,
    mail: passwordChangedMail(context.settings.url),
    now,
  };
  await writeChange(context, 'change-password', change, authorOf(caller, requestId));
}
