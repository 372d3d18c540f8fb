import { Worker } from 'node:worker_threads';
import type { Author } from '../../author.ts';
import type { Published } from '../../sql/job.ts';
import {
  queueLimit,
  type WatchedWriter,
  WriterError,
  type Payload,
  type Result,
  type Verb,
} from '../../writer.ts';
import type { Bell, Order, OrderedJob, Report, WriterData, Outcome } from './message.ts';

/** Jobs that finish earlier ones are never refused, because there are no more of them than of the earlier ones. */
const closing: ReadonlySet<Verb> = new Set(['settle']);

/** A writer on a thread of this process. */
export interface ThreadedWriter extends WatchedWriter {
  /** Resolves if the thread ends unexpectedly. After that nothing can be written. */
  readonly died: Promise<WriterError>;
}

/** Starts the writer's thread on a migrated SQLite file, and resolves when the file is open. */
export function startWriter(databaseFile: string): Promise<ThreadedWriter> {
  const bell = makeBell();
  const workerData: WriterData = { databaseFile, bell };
  return writerOn(new Worker(new URL('./thread-entry.mjs', import.meta.url), { workerData }), bell);
}

function makeBell(): Bell {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** The writer on a thread, as soon as the thread is ready. The thread may ignore the bell. */
export async function writerOn(worker: Worker, bell = makeBell()): Promise<ThreadedWriter> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (message: string) => reject(new WriterError('storage-failed', message));
    worker.once('message', () => resolve());
    worker.once('error', (error) => refuse(`The writer failed: ${error.message}.`));
    worker.once('exit', (code) => refuse(`The writer ended (exit code ${code}).`));
  });
  return new ThreadWriter(worker, bell);
}

class ThreadWriter implements ThreadedWriter {
  readonly died: Promise<WriterError>;
  readonly #worker: Worker;
  readonly #bell: Bell;
  readonly #waiting = new WaitingJobs();
  readonly #listeners = new Set<(what: Published) => void>();
  readonly #exited: Promise<void>;
  readonly #batchListeners: ((jobs: number) => void)[] = [];
  #unsent: OrderedJob[] = [];
  /** Jobs on the thread. Others wait here meanwhile: a message for each few of them costs more than it saves. */
  #underWay = 0;
  #stopped: WriterError | undefined;

  constructor(worker: Worker, bell: Bell) {
    this.#worker = worker;
    this.#bell = bell;
    worker.on('message', (report: Report) => this.#receive(report));
    this.died = new Promise((resolve) => {
      const die = (message: string) => {
        const error = new WriterError('writer-stopped', message);
        if (this.#stopped === undefined) resolve(error);
        this.#stop(error);
      };
      worker.on('error', (error) => die(`The writer failed: ${error.message}.`));
      worker.once('exit', (code) => die(`The writer ended (exit code ${code}).`));
    });
    this.#exited = new Promise((resolve) => worker.once('exit', () => resolve()));
  }

  run<Name extends Verb>(verb: Name, payload: Payload<Name>, author?: Author): Promise<Result<Name>> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    if (this.#waiting.size >= queueLimit && !closing.has(verb)) {
      return Promise.reject(new WriterError('queue-full', `${queueLimit} writes are waiting already.`));
    }
    return this.#waiting.send<Name>((number) =>
      this.#send(author ? { number, verb, payload, author } : { number, verb, payload }),
    );
  }

  readonly portals = 1;
  readonly isReachable = true;

  get waiting(): number {
    return this.#waiting.size;
  }

  onBatch(listener: (jobs: number) => void): void {
    this.#batchListeners.push(listener);
  }

  onPublish(listener: (what: Published) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#stopped ??= new WriterError('writer-stopped', 'The writer is closed.');
    this.#flush();
    this.#post('close');
    await this.#exited;
  }

  /** Sends what came in one turn of the event loop, or during a commit, together, so that it is committed together. */
  #send(job: OrderedJob): void {
    this.#unsent.push(job);
    if (this.#unsent.length === 1 && this.#underWay === 0) setImmediate(() => this.#flush());
  }

  #flush(): void {
    if (this.#unsent.length === 0) return;
    this.#underWay += this.#unsent.length;
    this.#post({ jobs: this.#unsent });
    this.#unsent = [];
  }

  #post(order: Order): void {
    this.#worker.postMessage(order);
    Atomics.add(this.#bell, 0, 1);
    Atomics.notify(this.#bell, 0);
  }

  #receive(report: Report): void {
    if (report === 'ready') return;
    this.#underWay -= report.outcomes.length;
    if (this.#underWay === 0) this.#flush();
    // Listeners run first, so that the caller of the job cannot get stale cached data.
    for (const what of report.published) for (const listener of this.#listeners) listener(what);
    for (const listener of this.#batchListeners) listener(report.outcomes.length);
    for (const outcome of report.outcomes) this.#waiting.settle(outcome);
  }

  #stop(error: WriterError): void {
    this.#stopped ??= error;
    this.#waiting.failAll(error);
  }
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: WriterError) => void;
}

/**
 * Jobs that wait for a result, by number: an index that is reused afterwards. A map with many additions and removals
 * would hold memory until the next full garbage collection.
 */
export class WaitingJobs {
  readonly #places: (Waiting | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Sends a job under a new number, and waits for its result. */
  send<Name extends Verb>(post: (number: number) => void): Promise<Result<Name>> {
    const number = this.#free.pop() ?? this.#places.length + 1;
    return new Promise<Result<Name>>((resolve, reject) => {
      this.#places[number - 1] = { resolve: (result) => resolve(resultOf<Name>(result)), reject };
      post(number);
    });
  }

  settle(outcome: Outcome): void {
    const waiting = this.#take(outcome.number);
    if (outcome.ok) waiting?.resolve(outcome.result);
    else waiting?.reject(new WriterError(outcome.code, outcome.message));
  }

  failAll(error: WriterError): void {
    for (const place of this.#places.keys()) this.#take(place + 1)?.reject(error);
  }

  #take(number: number): Waiting | undefined {
    const waiting = this.#places[number - 1];
    if (!waiting) return undefined;
    this.#places[number - 1] = undefined;
    this.#free.push(number);
    return waiting;
  }
}

/** The writer returns the result of the job with this number. */
function resultOf<Name extends Verb>(result: unknown): Result<Name> {
  return result as Result<Name>;
}
