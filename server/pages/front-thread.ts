import { Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Leaves time to write the log. */
const lastWordsMs = 1_000;

const standardInput = 0;

// The front never writes to it.
new Socket({ fd: standardInput })
  .on('error', () => {})
  .once('close', () => {
    parentPort?.postMessage('end');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), lastWordsMs);
  })
  .resume();
