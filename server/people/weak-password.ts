import { invalidBody } from '../../lib/problem/invalid-body.ts';
import type { Taker } from '../limits/take-turn.ts';
import type { Context } from '../portal/context.ts';
import { atTurn } from './password-hash.ts';

/** Of 0 to 4: 3 takes ten billion guesses. */
const leastScore = 3;

/** Refuses a password that is easy to guess, also because it resembles the person's name or address. */
export async function refuseWeakPassword(
  { judgePassword }: Pick<Context, 'judgePassword'>,
  password: string,
  known: string[],
  from: Taker,
): Promise<void> {
  const score = await atTurn(from, () => judgePassword(password, known));
  if (score >= leastScore) return;
  throw invalidBody([
    {
      pointer: '/password',
      detail:
        'This password is easy to guess. Use a longer one, such as four words that do not belong together.',
    },
  ]);
}
