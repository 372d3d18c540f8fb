import { Worker } from 'node:worker_threads';
import type { CheckedPart } from '../writer/jobs/mark-checked.ts';

export type CheckReport = { part: CheckedPart } | { sentences: string[] };

/**
 * Checks what was written since the last check, on a thread that lives as long as it takes. `mark` writes down how far
 * it has come, a part at a time; false ends the check, since another one goes on from there.
 */
export function checkInThread(
  databaseFile: string,
  mark: (part: CheckedPart) => Promise<boolean>,
): Promise<string[]> {
  const thread = new Worker(new URL('./check-thread.mjs', import.meta.url), { workerData: databaseFile });
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      settle();
      void thread.terminate();
    };
    const goOn = (isMarked: boolean) => {
      if (isMarked) thread.postMessage('go on');
      else end(() => resolve([]));
    };
    thread.on('message', (report: CheckReport) => {
      if ('sentences' in report) return end(() => resolve(report.sentences));
      mark(report.part).then(goOn, (error: Error) => end(() => reject(error)));
    });
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`The check ended without an answer (exit code ${code}).`)),
    );
  });
}
