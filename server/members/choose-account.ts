import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { requirePerson } from '../people/own-person.ts';
import { writeChange } from '../store/write-change.ts';

/** From now on the person acts in this account of theirs, in this session. */
export async function chooseAccount(context: Context, caller: Caller, accountId: string): Promise<void> {
  const { key, sessionId } = requirePerson(caller);
  const wish = { personKey: key, sessionId, accountId };
  const { chosen } = await writeChange(context, 'choose-account', wish);
  if (!chosen)
    throw new Problem('not-found', `You have no account ${JSON.stringify(accountId.slice(0, 100))}.`);
}
