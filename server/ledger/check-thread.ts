import { parentPort, workerData } from 'node:worker_threads';
import { checkLedger } from './check-ledger.ts';

parentPort?.postMessage(checkLedger(String(workerData)));
