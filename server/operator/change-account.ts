import { z } from 'zod';
import type { createdInvitation } from '../../lib/account/members.ts';
import {
  type newAccountBody,
  type accountCapsBody,
  type accountNameBody,
  type closureBody,
  type suspensionBody,
  type operatorInvitationBody,
  grantBody,
} from '../../lib/operator/accounts.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { countOf } from '../../lib/text/numbers.ts';
import type { Context } from '../context.ts';
import { invitedOrProblem, newInvitation } from '../members/invite-member.ts';
import { newAccountId } from '../call-id.ts';
import { deleteMailFiles } from '../mail/outbox-folder.ts';
import type { AccountSummary } from '../store/accounts/account-rows.ts';
import type { Grant } from '../store/ledger.ts';
import { noSuchAccount, requireAccount } from './accounts.ts';
import type { OperatorChange } from './change.ts';

type Given = { id: string; name: string; balance: number };

/** Creates an account, with credits to begin with. */
export const createAccount: OperatorChange<z.output<typeof newAccountBody>, 'create-account', Given> = {
  right: 'create-account',
  verb: 'create-account',
  status: 201,
  prepare(_context, { name, credits = 0 }) {
    const id = newAccountId();
    const payload = { id, name, now: Date.now(), credits };
    return Promise.resolve({ payload, given: { id, name, balance: credits } });
  },
  answer({ takenBy }, given) {
    if (takenBy === null) return given;
    throw invalidBody([{ pointer: '/name', detail: `The account ${takenBy} has this name.` }]);
  },
};

type NameWish = z.output<typeof accountNameBody> & { accountId: string };
type Renamed = { id: string; name: string };

/** Gives an account another name. */
export const renameAccount: OperatorChange<NameWish, 'rename-account', Renamed> = {
  right: 'rename-account',
  verb: 'rename-account',
  status: 200,
  async prepare(context, { accountId, name }) {
    const { id } = await requireAccount(context, accountId);
    return { payload: { accountId: id, name, by: null }, given: { id, name } };
  },
  answer(result, given) {
    if (result.outcome === 'renamed') return given;
    if (result.outcome !== 'taken') throw noSuchAccount(given.id);
    throw invalidBody([{ pointer: '/name', detail: `The account ${result.takenBy} has this name.` }]);
  },
};

type Wish = z.output<typeof accountCapsBody> & { accountId: string };

/** Sets the spending limits of an account, for all its members and API keys together. */
export const capAccount: OperatorChange<Wish, 'cap-account', { accountId: string }> = {
  right: 'cap-account',
  verb: 'cap-account',
  status: 200,
  async prepare(context, { accountId, caps: { day, month, total }, reason }) {
    await requireAccount(context, accountId);
    const caps = { capDay: day, capMonth: month, capTotal: total };
    return { payload: { accountId, caps, reason }, given: { accountId } };
  },
  answer(result, { accountId }) {
    if (result.outcome === 'no-account') throw noSuchAccount(accountId);
    const { capDay: day, capMonth: month, capTotal: total } = result.after;
    return { caps: { day, month, total } };
  },
};

type AccountWish = z.output<typeof suspensionBody> & { accountId: string };

/** Suspends an account, whose keys are refused at once, or lets them work again. */
export const suspendAccount: OperatorChange<AccountWish, 'suspend-account', { suspended: boolean }> = {
  right: 'suspend-account',
  alsoWhere: ({ accountId, suspended }) =>
    suspended ? { account: accountId, has: 'operator-key', right: 'revoke-operator-key' } : undefined,
  verb: 'suspend-account',
  status: 200,
  async prepare(context, { accountId, suspended }) {
    await requireAccount(context, accountId);
    return { payload: { accountId, suspended, now: Date.now() }, given: { suspended } };
  },
  answer: (_result, given) => given,
};

type ClosureWish = z.output<typeof closureBody> & { accountId: string };

/** Closes an account for good, or lets it be used again, without the members and keys that ended. */
export const closeAccount: OperatorChange<ClosureWish, 'close-account', { closed: boolean }> = {
  right: 'close-account',
  verb: 'close-account',
  status: 200,
  async prepare(context, { accountId, closed }) {
    await requireAccount(context, accountId);
    return { payload: { accountId, closed, now: Date.now() }, given: { closed } };
  },
  answer: (_result, given) => given,
  afterwards: ({ settings }, { ended }) => deleteMailFiles(settings, ended?.mails ?? []),
};

type ToAccountWish = z.output<typeof operatorInvitationBody> & { accountId: string };

/** Invites somebody to an account, such as its first owner. The link is in the answer alone, and in a mail. */
export const inviteToAccount: OperatorChange<
  ToAccountWish,
  'create-invitation',
  z.output<typeof createdInvitation>
> = {
  right: 'invite-member',
  // Otherwise people who may only create accounts could join any account.
  alsoWhere: ({ accountId }) => ({ account: accountId, has: 'members', right: 'invite-to-used-account' }),
  verb: 'create-invitation',
  status: 201,
  async prepare(context, { accountId, ...wish }) {
    const account = await requireAccount(context, accountId);
    const { payload, created } = newInvitation(context.settings, { ...wish, account, by: null });
    return { payload, given: created };
  },
  answer: invitedOrProblem,
};

type InvitationWish = { accountId: string; invitationId: string };

/** Withdraws an open invitation to an account, whose link stops working. */
export const withdrawInvitation: OperatorChange<InvitationWish, 'withdraw-invitation', { id: string }> = {
  right: 'withdraw-invitation',
  verb: 'withdraw-invitation',
  status: 200,
  async prepare(context, { accountId, invitationId: id }) {
    await requireAccount(context, accountId);
    return { payload: { id, accountId, by: null, now: Date.now() }, given: { id } };
  },
  answer({ withdrawn }, given) {
    if (withdrawn) return given;
    throw new Problem('not-found', 'The account has no open invitation with this id. It may have been used.');
  },
};

interface GrantWish extends z.output<typeof grantBody> {
  /** Credits that are added are a correction, too, and no grant. */
  corrects?: true;
}

type GrantGiven = Pick<Grant, 'credits' | 'kind' | 'reason' | 'nowMs'>;

/** Adds credits to an account, takes some back, or refunds a call. */
export const grantCredits: OperatorChange<GrantWish, 'grant', GrantGiven> = {
  right: 'grant-credits',
  verb: 'grant',
  status: 200,
  async prepare(context, wish) {
    const { accountId, credits, reason, callId, corrects } = wish;
    const account = await context.store.accounts.summary(accountId);
    if (!account) throw fault('/accountId', 'There is no account with this id.');
    await refuseImpossible(context, account, wish);
    const kind = callId !== undefined ? 'refund' : corrects || credits < 0 ? 'correction' : 'grant';
    const given = { credits, kind, reason, nowMs: Date.now() } as const;
    return { payload: { purseId: accountId, ...given, ...(callId !== undefined && { callId }) }, given };
  },
  answer({ posted, pending, available, entryId }, { credits, kind, reason, nowMs }) {
    const at = new Date(nowMs).toISOString();
    const entry = { id: entryId, amount: credits, kind, at, reason };
    return { balance: posted, held: pending, available, entry };
  },
};

/** For its sentence: the ledger itself refuses a balance below 0, and more than a call has cost. */
async function refuseImpossible(
  { store }: Pick<Context, 'store'>,
  { id, name, posted, pending }: AccountSummary,
  { credits, callId }: GrantWish,
): Promise<void> {
  const available = posted - pending;
  if (available + credits < 0)
    throw fault(
      '/credits',
      `${name} has ${countOf(available, 'credit')} available, so ${-credits} cannot be taken: a balance cannot go below 0.`,
    );
  if (posted + credits > Number.MAX_SAFE_INTEGER)
    throw fault(
      '/credits',
      `${name} has ${countOf(posted, 'credit')}, so ${credits} cannot be added: a balance is at most ${Number.MAX_SAFE_INTEGER}.`,
    );
  if (callId === undefined) return;
  if (credits < 0) throw fault('/credits', 'A refund adds credits. To take some, leave callId out.');
  const call = await store.calls.readRefundable(callId, id);
  if (!call) throw fault('/callId', `${name} has made no such call.`);
  if (credits > call.left)
    throw fault(
      '/credits',
      `The call cost ${countOf(call.charged, 'credit')}, of which ${call.left} can still be refunded.`,
    );
}

function fault(pointer: string, detail: string) {
  return invalidBody([{ pointer, detail }]);
}
