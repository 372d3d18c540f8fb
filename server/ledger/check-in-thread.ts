import { Worker } from 'node:worker_threads';

/** `checkLedger` on a thread that lives as long as it takes. */
export function checkInThread(databaseFile: string): Promise<string[]> {
  const thread = new Worker(new URL('./check-thread.mjs', import.meta.url), { workerData: databaseFile });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`The check ended without an answer (exit code ${code}).`)),
    );
  });
}
