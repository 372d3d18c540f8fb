import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { namedKey } from '../callers/named-key.ts';
import type { Context } from '../portal/context.ts';
import type { OverCap } from '../store/ledger.ts';

/** Says which limit a call would exceed, whose it is, and who can raise it. */
export async function capProblem(
  { store }: Context,
  { apiKey, member }: Caller,
  { outcome, period, cap, spent }: OverCap,
  required: number,
): Promise<Problem> {
  const limited =
    outcome === 'over-member-cap' && member
      ? { kind: 'member', ...(await store.members.readPerson(member.key)) }
      : { kind: 'key', ...(await store.accounts.readNames(apiKey?.key ?? 0)).key };
  const { kind, id, name } = limited;
  const whose = 'hint' in limited ? namedKey(limited) : `The member ${JSON.stringify(name)}`;
  return new Problem(
    'over-cap',
    `${whose} can spend ${cap} credits ${words[period]}. ${spent} are spent or on hold, and this call needs ${required}. Owners and admins of the account can raise the limit.`,
    [],
    {},
    { cap, spent, required, period, limitOf: { kind, id, name } },
  );
}

const words = { day: 'per day', month: 'per month', total: 'in total' };
