import type { z } from 'zod';
import type { suspensionBody } from '../../lib/operator/accounts.ts';
import type { OperatorChange } from './change.ts';
import { requireAccount } from './read-account.ts';

type Wish = z.output<typeof suspensionBody> & { accountId: string };

/** Suspends an account, whose keys are refused at once, or lets them work again. */
export const suspendAccount: OperatorChange<Wish, 'suspend-account', { suspended: boolean }> = {
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
