import type { z } from 'zod';
import type { newAccountKeyBody } from '../../lib/operator/accounts.ts';
import { createdKeyOrProblem, newKey } from '../callers/create-key.ts';
import type { OperatorChange } from './change.ts';
import { requireAccount } from './read-account.ts';

type Wish = z.output<typeof newAccountKeyBody> & { accountId: string };

/** Creates an API key of an account. It is in the answer alone. */
export const createAccountKey: OperatorChange<Wish, 'create-key', { id: string; key: string }> = {
  right: 'create-account-key',
  alsoNeeds: ({ operator }) => (operator ? 'create-operator-key' : undefined),
  verb: 'create-key',
  status: 201,
  async prepare(context, { accountId, ...wish }) {
    await requireAccount(context, accountId);
    const { payload, key } = await newKey(context, accountId, wish, null);
    return { payload, given: { id: payload.id, key } };
  },
  answer: createdKeyOrProblem,
};
