import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { orCloneableError } from '../database-unusable.ts';
import { BatchRunner, keepLogShort } from './batch-runner.ts';
import type { Order, OrderedJob, Report, WriterData } from './message.ts';
import { openWritingConnection } from './open-writing-connection.ts';

/** The next job usually follows soon. Waiting for it here is faster than the event loop. */
const nextWithinMs = 20;

/** Limits how long the event loop waits, because it writes the log. */
const turnMs = 50;

/** The writer's thread. Jobs that arrive during a commit form the next batch: a group commit. */
function serve(port: MessagePort, { databaseFile, bell }: WriterData): void {
  const database = openWritingConnection(databaseFile);
  const runner = new BatchRunner(database);
  const shortenLog = keepLogShort(database);
  let waiting: OrderedJob[] = [];
  let closing = false;
  let scheduled = false;

  function take(order: Order): void {
    if (order === 'close') closing = true;
    else waiting.push(...order.jobs);
  }

  function takeArrived(): void {
    for (let next = nextOrder(port); next; next = nextOrder(port)) take(next);
  }

  function commitNextBatch(): void {
    const { outcomes, published, rest } = runner.run(waiting);
    waiting = rest;
    report({ outcomes, published });
    shortenLog();
  }

  function work(): void {
    scheduled = false;
    const until = performance.now() + turnMs;
    while (performance.now() < until) {
      const heard = Atomics.load(bell, 0);
      takeArrived();
      if (waiting.length > 0) commitNextBatch();
      else if (closing || Atomics.wait(bell, 0, heard, nextWithinMs) === 'timed-out') break;
    }
    if (waiting.length > 0) schedule();
    else if (closing) end();
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => orCloneableError(work));
  }

  function end(): void {
    database.close();
    port.close();
  }

  function report(message: Report): void {
    port.postMessage(message);
  }

  port.on('message', (order: Order) => {
    take(order);
    schedule();
  });
  report('ready');
}

/** Only start-writer has the other end of the port. */
function nextOrder(port: MessagePort): Order | undefined {
  return receiveMessageOnPort(port)?.message as Order | undefined;
}

/** Set by start-writer, which starts this thread. */
function givenData(): WriterData {
  return workerData as WriterData;
}

const port = parentPort;
if (port) orCloneableError(() => serve(port, givenData()));
