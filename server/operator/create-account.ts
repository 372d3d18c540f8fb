import type { z } from 'zod';
import type { newAccountBody } from '../../lib/operator/accounts.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { randomLetters } from '../random-letters.ts';
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

export function newAccountId(): string {
  return `acc_${randomLetters(16)}`;
}
