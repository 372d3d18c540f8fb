import { z } from 'zod';
import type { Member } from '../../lib/account/members.ts';
import type {
  AccountList,
  AccountDetail,
  newAccountKeyBody,
  SeenAccountNow,
} from '../../lib/operator/accounts.ts';
import { accountOrders } from '../../lib/operator/list-orders.ts';
import { maskedAddress } from '../../lib/operator/people.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { createdKeyOrProblem, newKey, operatorKeyOf } from '../callers/change-keys.ts';
import { listKeysOf } from '../callers/list-keys.ts';
import { requirePerson } from '../callers/require-role.ts';
import { readCredits } from '../calls/read-credits.ts';
import type { Context } from '../context.ts';
import { filterText, orderedParameters, orderedWish } from '../list-parameters.ts';
import { listInvitationsOf } from '../members/invitations.ts';
import { listMembersOf } from '../members/members.ts';
import { type Operating, operatorAuthor, rightSentence, mayDo } from '../rights.ts';
import { operators } from '../store/catalogue/audience.ts';
import type { AccountSummary } from '../store/accounts/account-rows.ts';
import { writeChange } from '../store/write-change.ts';
import type { OperatorChange } from './change.ts';

export const accountsQuery = z.object({
  q: filterText('Only accounts with this id, or with this text in their name.'),
  state: z.enum(['suspended', 'closed'], 'suspended or closed').optional().meta({
    description:
      '`suspended` or `closed`: only accounts that are. By default, all that are not closed, and closed ones with the id `q`.',
  }),
  ...orderedParameters(accountOrders),
});

type AccountsQuery = z.output<typeof accountsQuery>;

export async function listAccounts(
  { store }: Context,
  { q, state, ...query }: AccountsQuery,
): Promise<AccountList> {
  const filter = { text: q, state: state ?? ('open' as const) };
  const { rows, next } = await store.accounts.page(filter, orderedWish(query));
  return { list: rows.map(listedAccount), next };
}

function listedAccount({
  id,
  name,
  createdAt,
  suspendedAt,
  closedAt,
  posted,
  pending,
  activeKeys,
  spent,
  lastDay,
}: AccountSummary): AccountList['list'][number] {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    balance: posted,
    held: pending,
    available: posted - pending,
    keys: activeKeys,
    spent,
    lastCallOn: lastDay,
  };
}

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

interface KeyWish extends z.output<typeof newAccountKeyBody> {
  accountId: string;
  /** Whose role an operator key has. Without a person it has the rights of an owner. */
  operatorPersonKey: number | undefined;
}

/** Creates an API key of an account. It is in the answer alone. */
export const createAccountKey: OperatorChange<KeyWish, 'create-key', { id: string; key: string }> = {
  right: 'create-account-key',
  alsoNeeds: (_context, { operator }) => (operator ? 'create-operator-key' : undefined),
  verb: 'create-key',
  status: 201,
  async prepare(context, { accountId, operatorPersonKey, ...wish }) {
    await requireAccount(context, accountId);
    const { payload, key } = await newKey(
      { store: context.store, audience: operators },
      accountId,
      wish,
      null,
    );
    return { payload: operatorKeyOf(payload, operatorPersonKey), given: { id: payload.id, key } };
  },
  answer: createdKeyOrProblem,
};

interface AccountKeyWish {
  accountId: string;
  keyId: string;
}

/** Revokes an API key of an account, whose sessions end. */
export const revokeAccountKey: OperatorChange<AccountKeyWish, 'revoke-key', { id: string }> = {
  right: 'revoke-account-key',
  async alsoNeeds({ store }, { accountId, keyId }) {
    const owner = await store.accounts.findKeyOwner(accountId, keyId);
    return owner?.operator ? 'revoke-operator-key' : undefined;
  },
  verb: 'revoke-key',
  status: 200,
  async prepare({ store }, { accountId, keyId: id }) {
    // Keys never move between accounts, so this check cannot become stale.
    if (await store.accounts.findKeyOwner(accountId, id))
      return { payload: { id, now: Date.now() }, given: { id } };
    throw new Problem('not-found', `The account has no key ${JSON.stringify(id.slice(0, 100))}.`);
  },
  answer: (_result, given) => given,
};

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

/** The email address of a person, which is whole only for those who may export people. */
export function addressFor(caller: Operating, address: string): string {
  return mayDo(caller, 'export-people') ? address : maskedAddress(address);
}
