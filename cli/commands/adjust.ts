import type { Store } from '../../server/store/store.ts';
import type { Grant } from '../../server/store/ledger.ts';
import { command } from '../command.ts';
import { accountHelp, type FoundAccount, findAccount } from '../find-account.ts';
import { withStore } from '../open-data.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';
import { wholeCredits } from '../whole-credits.ts';

export const adjust = command('adjust', {
  summary: 'Correct a balance, or refund a call',
  description:
    'Add credits to an account, or take credits from it: a refund with --call, otherwise a correction. Both become entries in the ledger. A balance cannot go below 0.',
  examples: [
    'adjust acme -50 --reason "Granted twice"',
    'adjust acme +5 --reason "Blurred picture" --call CALL_ID',
  ],
})
  .argument('<ACCOUNT>', accountHelp)
  .argument('<CREDITS>', 'How many to add (+50) or to take (-50)')
  .requiredOption('--reason <TEXT>', 'The reason, which is kept in the ledger', adjustmentReason)
  .option('--call <CALL_ID>', 'The call to refund, at most what it cost')
  .action(async (first, second, { reason, call: callId }) => {
    const [text, amount] = isSigned(first) ? [second, first] : [first, second];
    const credits = signedCredits(amount);
    if (credits < 0 && callId !== undefined)
      throw new Refusal('--call refunds credits, for example +5. To take credits, leave --call out.');
    await withStore(async (store) => {
      const account = await findAccount(store, text);
      await refuseBelowZero(store, account, credits);
      if (callId !== undefined) await refuseOtherRefund(store, account, callId, credits);
      const kind = callId === undefined ? 'correction' : 'refund';
      const adjustment: Grant = { purseId: account.id, credits, kind, reason, nowMs: Date.now(), callId };
      const { available } = await store.writer.run('grant', adjustment);
      print(`${account.name} has ${available} credits available, after a ${kind} of ${credits}.\n`);
    });
  });

function adjustmentReason(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new Refusal('An adjustment needs --reason TEXT, which is kept in the ledger.');
  return reason;
}

function isSigned(text: string): boolean {
  return /^[+-]\d/.test(text);
}

function signedCredits(text: string): number {
  if (!isSigned(text)) throw new Refusal('CREDITS must begin with + or -.');
  const size = wholeCredits(text.slice(1), 'CREDITS');
  return text.startsWith('-') ? -size : size;
}

/** Only for its message: the ledger itself refuses a balance below 0. */
async function refuseBelowZero({ ledger }: Store, account: FoundAccount, credits: number): Promise<void> {
  if (credits > 0) return;
  const { available } = await ledger.balance({ id: account.id, allowance: null, nowMs: Date.now() });
  if (available + credits >= 0) return;
  throw new Refusal(
    `${account.name} has ${available} credits available: ${-credits} cannot be taken, because a balance cannot go below 0.`,
  );
}

/** All refunds of a call together are at most what it cost. */
async function refuseOtherRefund(
  { calls }: Store,
  account: FoundAccount,
  id: string,
  credits: number,
): Promise<void> {
  const call = await calls.readRefundable(id, account.id);
  if (!call) throw new Refusal(`${account.name} has no call "${id}".`);
  if (credits > call.left)
    throw new Refusal(`${id} cost ${call.charged} credits, of which ${call.left} can still be refunded.`);
}
