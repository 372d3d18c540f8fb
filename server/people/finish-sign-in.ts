import type { Session } from '../../lib/account/session.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { hashLinkToken } from './link-token.ts';
import { newSession } from './new-session.ts';
import { proveCode, wrongCode } from './prove-code.ts';
import { openedSession } from '../callers/read-session.ts';

interface Finish {
  /** The token of the sign-in that needs a code. */
  pending: string;
  code: string;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
}

/** Opens the session of a person who gave the right password or mailed code before, with a code. */
export async function finishSignIn(
  context: Context,
  { pending, code, device, instead }: Finish,
  requestId: string,
): Promise<{ token: string; session: Session }> {
  const now = Date.now();
  const challengeHash = hashLinkToken(pending);
  const personKey = await context.store.people.findChallenge('sign-in', challengeHash, new Date(now));
  if (personKey === undefined) throw signInExpired();
  const person = await context.store.people.read(personKey);
  const proof = await proveCode(context, person, code, now);
  const { token, session } = newSession(device, now);
  const opened = { ...session, personKey, personId: person.id, now, instead };
  const author = { kind: 'person', id: person.id, requestId } as const;
  const change = { challengeHash, proof, session: opened };
  const { outcome } = await writeChange(context, 'finish-sign-in', change, author);
  if (outcome === 'expired') throw signInExpired();
  if (outcome === 'used') throw wrongCode();
  return { token, session: await openedSession(context, personKey, session.hash) };
}

function signInExpired(): Problem {
  return new Problem('sign-in-expired', 'This sign-in took too long, or has ended. Begin again.');
}
