import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Exits when the front process ends for any reason, which closes the pipe at standard input. A thread watches the pipe,
 * because rendering may block this one. Only the front handles signals, which a terminal sends to both, because it
 * finishes running requests.
 */
export function endWithFront(socketFolder: string): void {
  const thread = new Worker(new URL('./front-thread.mjs', import.meta.url));
  thread.once('message', () => {
    rmSync(socketFolder, { recursive: true, force: true });
    // Exiting writes the buffered log lines.
    process.exit(0);
  });
  thread.unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
}
