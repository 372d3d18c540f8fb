import { parentPort, workerData } from 'node:worker_threads';
import { cloneableError } from '../cloneable-error.ts';
import { checkLedger } from './check-ledger.ts';

try {
  parentPort?.postMessage(checkLedger(String(workerData)));
} catch (error) {
  throw cloneableError(error);
}
