import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalidBody } from '../../lib/problem/invalid-body.ts';

/** Of 0 to 4: 3 takes ten billion guesses. */
const leastScore = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Its dictionaries are large, and most processes never need them. */
async function makeEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

/** Refuses a password that is easy to guess, also because it resembles the person's name or address. */
export async function refuseWeakPassword(password: string, known: string[]): Promise<void> {
  const { score } = (await (estimator ??= makeEstimator())).check(password, known);
  if (score >= leastScore) return;
  throw invalidBody([
    {
      pointer: '/password',
      detail:
        'This password is easy to guess. Use a longer one, such as four words that do not belong together.',
    },
  ]);
}
