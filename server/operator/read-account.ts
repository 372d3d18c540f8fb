import type { Member } from '../../lib/account/members.ts';
import type { AccountDetail } from '../../lib/operator/accounts.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { listKeysOf } from '../callers/list-keys.ts';
import { listInvitationsOf } from '../members/list-invitations.ts';
import { listMembersOf } from '../members/list-members.ts';
import { readCredits } from '../calls/read-credits.ts';
import type { Context } from '../portal/context.ts';
import type { AccountSummary } from '../store/accounts.ts';
import { addressFor } from './address-for.ts';
import { listedAccount } from './list-accounts.ts';
import type { Operating } from './rights.ts';

const shownEntries = 20;

/** An account with its members and keys, the newest entries of its ledger, and its use. */
export async function readAccount(context: Context, id: string, caller: Operating): Promise<AccountDetail> {
  const account = await requireAccount(context, id);
  const [members, invitations, keys, credits] = await Promise.all([
    listMembersOf(context, id),
    listInvitationsOf(context.store, id),
    listKeysOf(context, id),
    readCredits(
      context,
      { kind: 'account', owner: id, purse: id, allowance: null },
      { page: 1, pageSize: shownEntries },
    ),
  ]);
  const { entries, usage, limits } = credits;
  return {
    ...listedAccount(account),
    limits: limits ?? null,
    members: members.list.map((member) => shownMember(caller, member)),
    invitations: invitations.list.map(({ email, ...invitation }) => ({
      ...invitation,
      email: email === null ? null : addressFor(caller, email),
    })),
    apiKeys: keys.list,
    entries,
    usage,
  };
}

function shownMember(caller: Operating, { person, ...member }: Member): Member {
  return { ...member, person: { ...person, email: addressFor(caller, person.email) } };
}

export async function requireAccount({ store }: Pick<Context, 'store'>, id: string): Promise<AccountSummary> {
  const account = await store.accounts.summary(id);
  if (account) return account;
  throw noSuchAccount(id);
}

export function noSuchAccount(id: string): Problem {
  return new Problem('not-found', `There is no account ${JSON.stringify(id.slice(0, 100))}.`);
}
