import { parentPort, workerData } from 'node:worker_threads';
import { BatchRunner } from './batch-runner.ts';
import { keepLogShort } from './keep-log-short.ts';
import type { Order, OrderedJob, Report } from './message.ts';
import { openWritingConnection } from './open-writing-connection.ts';

/** The writer's thread. Whatever arrives while a batch commits makes the next batch: that is the group commit. */
function serve(port: NonNullable<typeof parentPort>, databaseFile: string): void {
  const database = openWritingConnection(databaseFile);
  const runner = new BatchRunner(database);
  const shortenLog = keepLogShort(database);
  let waiting: OrderedJob[] = [];
  let closing = false;
  let scheduled = false;

  function commitNextBatch(): void {
    scheduled = false;
    const { outcomes, published, rest } = runner.run(waiting);
    waiting = rest;
    if (outcomes.length > 0) report({ outcomes, published });
    shortenLog();
    if (waiting.length > 0) schedule();
    else if (closing) end();
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    // After the messages that are already here, so that they join the batch.
    setImmediate(commitNextBatch);
  }

  function end(): void {
    database.close();
    port.close();
  }

  function report(message: Report): void {
    port.postMessage(message);
  }

  port.on('message', (order: Order) => {
    if (order === 'close') closing = true;
    else waiting.push(...order.jobs);
    schedule();
  });
  report('ready');
}

if (parentPort) serve(parentPort, String(workerData));
