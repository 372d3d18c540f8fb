import type { z } from 'zod';
import type { newAccountKeyBody } from '../../lib/operator/accounts.ts';
import { createdKeyOrProblem, newKey, operatorKeyOf } from '../callers/create-key.ts';
import type { OperatorChange } from './change.ts';
import { requireAccount } from './read-account.ts';

interface Wish extends z.output<typeof newAccountKeyBody> {
  accountId: string;
  /** Whose role an operator key has. Without a person it has the rights of an owner. */
  operatorPersonKey: number | undefined;
}

/** Creates an API key of an account. It is in the answer alone. */
export const createAccountKey: OperatorChange<Wish, 'create-key', { id: string; key: string }> = {
  right: 'create-account-key',
  alsoNeeds: (_context, { operator }) => (operator ? 'create-operator-key' : undefined),
  verb: 'create-key',
  status: 201,
  async prepare(context, { accountId, operatorPersonKey, ...wish }) {
    await requireAccount(context, accountId);
    const { payload, key } = await newKey(context, accountId, wish, null);
    return { payload: operatorKeyOf(payload, operatorPersonKey), given: { id: payload.id, key } };
  },
  answer: createdKeyOrProblem,
};
