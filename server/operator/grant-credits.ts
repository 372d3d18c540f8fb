import { countOf } from '../../lib/text/count-text.ts';
import { z } from 'zod';
import { grantBody } from '../../lib/operator/accounts.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import type { Context } from '../portal/context.ts';
import type { AccountSummary } from '../store/accounts.ts';
import type { Grant } from '../store/ledger.ts';
import type { OperatorChange } from './change.ts';

interface Wish extends z.output<typeof grantBody> {
  /** Credits that are added are a correction, too, and no grant. */
  corrects?: true;
}

type Given = Pick<Grant, 'credits' | 'kind' | 'reason' | 'nowMs'>;

/** Adds credits to an account, takes some back, or refunds a call. */
export const grantCredits: OperatorChange<Wish, 'grant', Given> = {
  right: 'grant-credits',
  verb: 'grant',
  status: 200,
  async prepare(context, wish) {
    const { accountId, credits, reason, callId, corrects } = wish;
    const account = await context.store.accounts.summary(accountId);
    if (!account) throw fault('/accountId', 'There is no account of this id.');
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
  { credits, callId }: Wish,
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
