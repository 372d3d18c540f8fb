import { parentPort, workerData } from 'node:worker_threads';
import { orCloneableError } from '../cloneable-error.ts';
import { prepareNewCheck } from './check-new.ts';
import type { CheckReport } from './check-in-thread.ts';
import { Findings } from '../../sql/findings.ts';
import SqliteDatabase from 'better-sqlite3';

/** Sends each part with its findings, and continues when the part is marked. */
function serve(databaseFile: string): void {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, readonly: true });
  const findings = new Findings();
  const step = prepareNewCheck(database, findings);
  let isDone = false;
  const goOn = () => {
    if (isDone) {
      database.close();
      report({ found: [...findings.untold(), ...findings.more()] });
      return;
    }
    const next = step();
    ({ isDone } = next);
    report({ found: findings.untold(), part: next.part });
  };
  parentPort?.on('message', () => orCloneableError(goOn));
  goOn();
}

function report(message: CheckReport): void {
  parentPort?.postMessage(message);
}

orCloneableError(() => serve(String(workerData)));
