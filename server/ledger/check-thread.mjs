// A thread does not inherit the loader that its process reads TypeScript with, on every Node: it brings its own.
import { parentPort, workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { checkLedger } = await import('./check-ledger.ts');
parentPort?.postMessage(checkLedger(String(workerData)));
