import type { ConfirmationWays, ConfirmationWish } from '../../lib/account/factors.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import type { CodeProof } from '../store/factor-changes.ts';
import type { PersonRow } from '../store/people.ts';
import { writeChange } from '../store/write-change.ts';
import { requirePerson } from './own-person.ts';
import { isPassword } from './password-hash.ts';
import { proveCode, wrongCode } from './prove-code.ts';

/** By what the caller can confirm that it is them. */
export async function readConfirmationWays({ store }: Context, caller: Caller): Promise<ConfirmationWays> {
  const { key } = requirePerson(caller);
  const [{ passwordHash }, factor] = await Promise.all([
    store.people.read(key),
    store.people.secondFactorOf(key),
  ]);
  const password = passwordHash === null ? [] : ['password' as const];
  const code = factor?.confirmedAt ? ['code' as const] : [];
  return { ways: [...password, ...code] };
}

/** Confirms that it is still the person who uses the session. */
export async function confirmSession(
  context: Context,
  caller: Caller,
  wish: ConfirmationWish,
  requestId: string,
): Promise<void> {
  const { key, id, sessionId } = requirePerson(caller);
  const person = await context.store.people.read(key);
  const now = Date.now();
  const proof = 'code' in wish ? await proveCode(context, person, wish.code, now) : null;
  if ('password' in wish) await requirePassword(person, wish.password);
  const change = { personKey: key, personId: id, sessionId, proof, now };
  const author = authorOf(caller, requestId);
  const { confirmed } = await writeChange(context, 'confirm-session', change, author);
  if (!confirmed && proof) throw wrongCode();
}

async function requirePassword({ passwordHash }: PersonRow, password: string): Promise<void> {
  if (await isPassword(password, passwordHash)) return;
  throw new Problem('wrong-password', 'The password is wrong.', [
    { pointer: '/password', detail: 'This is not your password.' },
  ]);
}
