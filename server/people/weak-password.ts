import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import type { Taker } from '../limits/take-turn.ts';
import { atTurn } from './password-hash.ts';

/** Of 0 to 4: 3 takes ten billion guesses. */
const leastScore = 3;

/** The time grows faster than the length, and whoever chooses so long a password has chosen enough. */
const judgedCharacters = 64;

/** Loading the dictionaries takes most of it. */
const mostWorkMs = 10_000;

/**
 * Refuses a password that is easy to guess, also because it resembles the person's name or address. Judging takes up to a
 * tenth of a second, on a thread that ends with it.
 */
export async function refuseWeakPassword(password: string, known: string[], from: Taker): Promise<void> {
  const score = await atTurn(from, () => judge([password.slice(0, judgedCharacters), ...known]));
  if (score >= leastScore) return;
  throw invalidBody([
    {
      pointer: '/password',
      detail:
        'This password is easy to guess. Use a longer one, such as four words that do not belong together.',
    },
  ]);
}

async function judge(workerData: string[]): Promise<number> {
  const thread = new Worker(new URL('./password-thread.mjs', import.meta.url), { workerData });
  try {
    const judged: unknown[] = await once(thread, 'message', { signal: AbortSignal.timeout(mostWorkMs) });
    return Number(judged[0]);
  } finally {
    await thread.terminate();
  }
}
