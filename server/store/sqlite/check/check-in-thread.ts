import { Worker } from 'node:worker_threads';
import type { CheckOptions, CheckedPart } from '../../ledger.ts';

/** A report without a part ends the check. */
export interface CheckReport {
  found: string[];
  part?: CheckedPart;
}

/**
 * Checks new entries and calls on a temporary thread. `mark` stores the progress after each part. It returns false if
 * another check has continued, which ends this one.
 */
export function checkInThread(
  databaseFile: string,
  mark: (part: CheckedPart) => Promise<boolean>,
  { tell, signal }: CheckOptions = {},
): Promise<string[]> {
  const all: string[] = [];
  const thread = new Worker(new URL('./check-thread.mjs', import.meta.url), { workerData: databaseFile });
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      settle();
      void thread.terminate();
    };
    const goOn = (isMarked: boolean) => {
      if (isMarked && signal?.aborted !== true) thread.postMessage('go on');
      else end(() => resolve(all));
    };
    thread.on('message', ({ found, part }: CheckReport) => {
      all.push(...found);
      tell?.(found);
      if (!part) return end(() => resolve(all));
      mark(part).then(goOn, (error: Error) => end(() => reject(error)));
    });
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The check ended without a result (exit code ${code}).`)));
  });
}
