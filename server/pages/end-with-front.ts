import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Ends this process when the one in front ends, however that ends: then the pipe that is our standard input closes. A
 * thread watches it, which sees it also while a page keeps this one busy. Signals are the front's, which finishes what
 * is under way: a terminal sends them to both.
 */
export function endWithFront(socketFolder: string): void {
  const thread = new Worker(new URL('./front-thread.mjs', import.meta.url));
  thread.once('message', () => {
    rmSync(socketFolder, { recursive: true, force: true });
    // What is in the log's buffer is written on the way out.
    process.exit(0);
  });
  thread.unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
}
