import type { SeenAccountNow } from '../../lib/operator/accounts.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { requirePerson } from '../people/own-person.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { requireAccount } from './read-account.ts';
import { operatorAuthor, rightSentence } from './rights.ts';

const minutes = 30;

interface Wish {
  accountId: string;
  reason: string;
  requestId: string;
}

/** Lets the session of an operator read the portal as the members of an account do, for half an hour. */
export async function seeAs(
  context: Context,
  caller: Caller,
  { accountId, reason, requestId }: Wish,
): Promise<SeenAccountNow> {
  const { key: personKey, sessionId } = requirePerson(caller);
  const { id, name } = await requireAccount(context, accountId);
  const until = Date.now() + minutes * 60_000;
  const author = operatorAuthor({ ...authorOf(caller, requestId), reason }, ['see-as']);
  const wish = { personKey, sessionId, accountId: id, until };
  const { seen } = await writeChange(context, 'see-as', wish, author);
  if (!seen) throw new Problem('forbidden', rightSentence('see-as'));
  return { account: { id, name }, until: new Date(until).toISOString() };
}

/** Returns the id of the account that was seen, if one was. */
export async function endSeeAs(
  context: Context,
  caller: Caller,
  requestId: string,
): Promise<{ accountId: string | null }> {
  const { key: personKey, sessionId } = requirePerson(caller);
  return writeChange(context, 'end-see-as', { personKey, sessionId }, authorOf(caller, requestId));
}
