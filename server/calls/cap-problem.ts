import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import type { OverCap } from '../store/ledger.ts';

/** Says which limit a call would exceed, whose it is, and who can raise it. */
export async function capProblem(
  { store }: Context,
  { apiKey, member }: Caller,
  { outcome, period, cap, spent }: OverCap,
  required: number,
): Promise<Problem> {
  const isMembers = outcome === 'over-member-cap' && member !== null;
  const { id, name } = isMembers
    ? await store.members.readPerson(member.key)
    : (await store.accounts.readNames(apiKey?.key ?? 0)).key;
  const whose = isMembers ? `The member ${JSON.stringify(name)}` : `The API key ${JSON.stringify(name)}`;
  const remedy = isMembers
    ? 'Owners and admins of the account can raise the limit.'
    : 'Owners and admins of the account can create a key with a higher one.';
  return new Problem(
    'over-cap',
    `${whose} can spend ${cap} credits ${words[period]}. ${spent} are spent or on hold, and this call needs ${required}. ${remedy}`,
    [],
    {},
    { cap, spent, required, period, limitOf: { kind: isMembers ? 'member' : 'key', id, name } },
  );
}

const words = { day: 'per day', month: 'per month', total: 'in total' };
