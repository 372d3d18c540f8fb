import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { cloneableError } from '../cloneable-error.ts';
import { prepareNewCheck } from './check-new.ts';
import type { CheckReport } from './check-in-thread.ts';
import { Findings } from './findings.ts';

/** Sends a part, and goes on when it is told that the part is marked; at the end it sends what it found. */
function serve(databaseFile: string): void {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, readonly: true });
  const findings = new Findings();
  const step = prepareNewCheck(database, findings);
  let isDone = false;
  const goOn = () => {
    if (isDone) {
      database.close();
      report({ sentences: findings.sentences() });
      return;
    }
    const next = step();
    ({ isDone } = next);
    report({ part: next.part });
  };
  parentPort?.on('message', () => orCloneableError(goOn));
  goOn();
}

function report(message: CheckReport): void {
  parentPort?.postMessage(message);
}

function orCloneableError(run: () => void): void {
  try {
    run();
  } catch (error) {
    throw cloneableError(error);
  }
}

orCloneableError(() => serve(String(workerData)));
