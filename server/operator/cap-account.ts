import type { z } from 'zod';
import type { accountCapsBody } from '../../lib/operator/accounts.ts';
import type { OperatorChange } from './change.ts';
import { noSuchAccount, requireAccount } from './read-account.ts';

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
