import { grantCredits } from '../server/operator/grant-credits.ts';
import { type FoundAccount, findAccount } from './find-account.ts';
import { operate, reasonOf, withPortal } from './operate.ts';

interface Adjustment {
  credits: number;
  why: string;
  /** The call that the credits are a refund of. */
  callId?: string | undefined;
  /** Added credits are a correction, too, and no grant. */
  corrects?: true;
}

interface Adjusted {
  account: FoundAccount;
  kind: string;
  available: number;
}

/** Adds credits to an account, takes some back, or refunds a call. */
export function changeCredits(text: string, { why, callId, ...change }: Adjustment): Promise<Adjusted> {
  const reason = reasonOf(why);
  return withPortal(async (context) => {
    const account = await findAccount(context.store, text);
    const wish = { ...change, reason, accountId: account.id, ...(callId !== undefined && { callId }) };
    const { result, given } = await operate(context, grantCredits, wish, reason);
    return { account, kind: given.kind, available: result.available };
  });
}
