import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The time grows faster than the length, and whoever chooses so long a password has chosen enough. */
const judgedCharacters = 64;

/** Loading the dictionaries takes most of it. */
const mostWorkMs = 10_000;

/**
 * How hard it is to guess a password of somebody who is known by these words, from 0 to 4. It takes up to a tenth of a
 * second, on a thread that ends with it.
 */
export async function judgePassword(password: string, known: string[]): Promise<number> {
  const workerData = [password.slice(0, judgedCharacters), ...known];
  const thread = new Worker(new URL('./password-thread.mjs', import.meta.url), { workerData });
  try {
    const judged: unknown[] = await once(thread, 'message', { signal: AbortSignal.timeout(mostWorkMs) });
    return Number(judged[0]);
  } finally {
    await thread.terminate();
  }
}
