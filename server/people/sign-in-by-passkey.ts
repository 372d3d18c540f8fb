import type { UsedPasskey } from '../../lib/account/passkeys.ts';
import type { Session } from '../../lib/account/session.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { newSession } from './new-session.ts';
import { provePasskey, wrongPasskey } from './prove-passkey.ts';
import { openedSession } from '../callers/read-session.ts';

interface SignIn {
  passkey: UsedPasskey;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
}

/** Opens the session of a person with a passkey. A device asks for a finger or a PIN, so no code is needed. */
export async function signInByPasskey(
  context: Context,
  { passkey, device, instead }: SignIn,
  requestId: string,
): Promise<{ token: string; session: Session }> {
  const now = Date.now();
  const { personKey, proof } = await provePasskey(context, passkey, now);
  const person = await context.store.people.read(personKey);
  const { token, session } = newSession(device, now);
  const opened = { ...session, personKey, personId: person.id, now, instead };
  const author = { kind: 'person', id: person.id, requestId } as const;
  const change = { challengeHash: null, proof, session: opened };
  const { outcome } = await writeChange(context, 'finish-sign-in', change, author);
  if (outcome !== 'signed-in') throw wrongPasskey();
  return { token, session: await openedSession(context, personKey, session.hash) };
}
