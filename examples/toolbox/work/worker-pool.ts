import { availableParallelism } from 'node:os';
import { type HeavyOperation, heavyOperations } from '../heavy-operations.ts';
import { Refusal, type Reply } from '../operation.ts';
import { Busy, type Job, memorySentence, type WorkReport, type WorkRequest } from './job.ts';
import { Worker } from './worker.ts';

/** Working time after which a job counts as long. */
const longAfterMs = 100;
/** Short jobs at a time: one for each processor, and at least two. */
const mostShort = Math.min(Math.max(availableParallelism(), 2), 4);
/** Long jobs at a time. They leave processors to the short ones. */
const mostLong = 2;
/** As many as the portal's concurrent calls. */
const mostWaitingShort = 64;
/** Where processors are free, the last of them waits for at most eight seconds, or twenty behind pictures. */
const mostWaitingLong = 8;
/** The shortest time between two checks of a job near its limit. */
const leastCheckMs = 20;
/** Starting takes a processor for a third of a second. */
const mostStarting = 2;
/** The limit for starting or loading packages on a busy machine. */
const startLimitMs = 30_000;
/** Unused workers end after this time to free their memory. One stays. */
const idleLimitMs = 60_000;

/**
 * Runs heavy operations in child processes. A job starts in the short queue. When it turns out to be long, it keeps its
 * worker if another long job may run; otherwise it is stopped and starts again from the long queue. So short jobs never
 * wait for long ones.
 */
export class WorkerPool {
  readonly #workers = new Set<Worker>();
  readonly #shortLine: Job[] = [];
  readonly #longLine: Job[] = [];

  /** Starts the first worker before it is needed. */
  warmUp(): void {
    if (this.#workers.size === 0) this.#startWorker();
  }

  run(request: WorkRequest, signal?: AbortSignal): Promise<Reply> {
    const { operationId, input, files } = request;
    const bytes = Object.values(files).reduce((sum, file) => sum + file.length, input.length);
    const { limitMs } = heavyOperation(operationId);
    return new Promise((resolve, reject) => {
      const begun = { isLong: false, isGone: false, timer: undefined };
      const job: Job = { request, bytes, limitMs, ...begun, resolve, reject };
      job.isLong = this.#isLikelyLong(job);
      signal?.addEventListener('abort', () => this.#leave(job), { once: true });
      this.#queue(job);
    });
  }

  close(): void {
    for (const worker of this.#workers) {
      clearTimeout(worker.job?.timer);
      worker.stop();
    }
    this.#workers.clear();
  }

  /** Whether a similar job of no larger size has turned out to be long. */
  #isLikelyLong({ request, bytes }: Job): boolean {
    return [...this.#running(), ...this.#longLine].some(
      (other) => other.isLong && other.request.operationId === request.operationId && other.bytes <= bytes,
    );
  }

  #running(): Job[] {
    return [...this.#workers].flatMap(({ job }) => job ?? []);
  }

  #queue(job: Job): void {
    (job.isLong ? this.#longLine : this.#shortLine).push(job);
    this.#startJobs();
    this.#turnAway();
  }

  /** Refuses the last job of a queue that exceeds its limit. */
  #turnAway(): void {
    for (const job of [
      ...this.#shortLine.splice(mostWaitingShort),
      ...this.#longLine.splice(mostWaitingLong),
    ])
      job.reject(new Busy());
  }

  #startJobs(): void {
    while (this.#startFirst(this.#shortLine) || this.#startFirst(this.#longLine));
  }

  #startFirst(line: Job[]): boolean {
    const [job] = line;
    if (!job || !this.#hasPlace(job.isLong)) return false;
    const worker = this.#idleWorker(job);
    if (worker) {
      line.shift();
      this.#begin(worker, job);
    } else this.#startWorker();
    return worker !== undefined;
  }

  #hasPlace(isLong: boolean): boolean {
    return this.#running().filter((job) => job.isLong === isLong).length < (isLong ? mostLong : mostShort);
  }

  /** Prefers a worker that has loaded the operation. Slow workers only take long jobs. */
  #idleWorker({ request, isLong }: Job): Worker | undefined {
    const idle = [...this.#workers].filter(
      ({ isReady, job, isSlow }) => isReady && !job && (isLong || !isSlow),
    );
    const slow = idle.filter(({ isSlow }) => isSlow);
    const fit = slow.length > 0 ? slow : idle;
    return fit.find((worker) => worker.loaded.has(request.operationId)) ?? fit[0];
  }

  /** Starts none if enough are starting already. The first free worker takes the job. */
  #startWorker(): void {
    if ([...this.#workers].filter(({ isReady }) => !isReady).length >= mostStarting) return;
    try {
      const worker = new Worker({
        onReport: (from, report) => this.#onReport(from, report),
        onEnd: (from, words) => this.#onEnd(from, words),
      });
      worker.timer = setTimeout(() => this.#endUnready(worker), startLimitMs).unref();
      this.#workers.add(worker);
    } catch (error) {
      // Some failures, such as a lack of memory, are thrown by `fork` instead of emitted.
      this.#failToFork(String(error));
    }
  }

  #failToFork(words: string): void {
    console.error(`A worker cannot start. ${words}`);
    this.#refuseWaiting(words);
  }

  /** A worker that hangs before it is ready counts as ended. */
  #endUnready(worker: Worker): void {
    worker.stop();
    this.#onEnd(worker, `It was not ready within ${startLimitMs} ms.`);
  }

  #begin(worker: Worker, job: Job): void {
    clearTimeout(worker.timer);
    worker.job = job;
    if (job.isLong) worker.slowDown();
    worker.send(job.request);
    if (worker.loaded.has(job.request.operationId)) this.#startClock(worker, job);
    else job.timer = setTimeout(() => this.#failToStart(worker, job), startLimitMs);
  }

  #startClock(worker: Worker, job: Job): void {
    clearTimeout(job.timer);
    const clock = worker.startClock();
    const check = () => {
      const limitMs = job.isLong ? job.limitMs : longAfterMs;
      const leftMs = limitMs - clock.workedMs();
      if (leftMs <= 0 && job.isLong) return this.#endLate(worker, job);
      if (leftMs <= 0 && !this.#turnLong(worker, job)) return;
      job.timer = setTimeout(check, Math.max(leftMs, leastCheckMs));
    };
    job.timer = setTimeout(check, job.isLong ? job.limitMs : longAfterMs);
  }

  /** Whether it may continue in its worker. */
  #turnLong(worker: Worker, job: Job): boolean {
    const hasPlace = this.#hasPlace(true);
    job.isLong = true;
    if (job.isGone) this.#leave(job);
    else if (hasPlace) {
      worker.slowDown();
      this.#moveLikelyLong();
      this.#startJobs();
      this.#turnAway();
      this.#keepSpare();
    } else {
      this.#drop(worker);
      this.#queue(job);
    }
    return hasPlace && !job.isGone;
  }

  /** Jobs that were queued before their kind turned out to be long. All are moved before any starts. */
  #moveLikelyLong(): void {
    for (const job of this.#shortLine.filter((waiting) => this.#isLikelyLong(waiting))) {
      this.#leaveLine(job);
      job.isLong = true;
      this.#longLine.push(job);
    }
  }

  /** A short job ends sooner than its worker could be replaced. */
  #leave(job: Job): void {
    const worker = [...this.#workers].find((one) => one.job === job);
    job.isGone = true;
    if (worker && !job.isLong) return;
    if (worker) this.#drop(worker);
    else this.#leaveLine(job);
    job.reject(new Refusal('The caller disconnected.'));
    this.#startJobs();
  }

  #leaveLine(job: Job): void {
    const line = job.isLong ? this.#longLine : this.#shortLine;
    const index = line.indexOf(job);
    if (index >= 0) line.splice(index, 1);
  }

  #endLate(worker: Worker, job: Job): void {
    this.#drop(worker);
    job.reject(new Refusal(`This input needs more than ${job.limitMs} ms of work; send a smaller one.`));
    this.#startJobs();
  }

  #failToStart(worker: Worker, job: Job): void {
    this.#drop(worker);
    job.reject(new Error(`A worker did not load ${job.request.operationId} within ${startLimitMs} ms.`));
    this.#startJobs();
  }

  #drop(worker: Worker): void {
    clearTimeout(worker.job?.timer);
    worker.stop();
    this.#workers.delete(worker);
    this.#keepSpare();
  }

  /** Keeps a worker ready, so that the next short job need not wait for a start. */
  #keepSpare(): void {
    if (![...this.#workers].some(({ isSlow, job }) => !isSlow && !job)) this.#startWorker();
  }

  #onReport(worker: Worker, report: WorkReport): void {
    const { job } = worker;
    if (report.kind === 'loaded') {
      if (!job) return;
      worker.loaded.add(job.request.operationId);
      return this.#startClock(worker, job);
    }
    clearTimeout(job?.timer);
    clearTimeout(worker.timer);
    worker.isReady = true;
    worker.job = undefined;
    worker.timer = setTimeout(() => this.#endIdle(worker), idleLimitMs).unref();
    if (report.kind === 'reply') job?.resolve({ type: report.type, body: report.body });
    if (report.kind === 'refusal') job?.reject(new Refusal(report.sentence));
    if (report.kind === 'failure') job?.reject(new Error(`A worker failed: ${report.stack}`));
    this.#startJobs();
    this.#dropSurplus(worker);
  }

  /** Slow workers do no short jobs, so more of them than long jobs would waste memory. */
  #dropSurplus(worker: Worker): void {
    const slow = [...this.#workers].filter(({ isSlow }) => isSlow);
    if (worker.isSlow && !worker.job && slow.length > mostLong) this.#drop(worker);
  }

  #endIdle(worker: Worker): void {
    if (this.#workers.size === 1) return;
    worker.stop();
    this.#workers.delete(worker);
  }

  /** It is replaced only when there is work. */
  #onEnd(worker: Worker, words: string): void {
    const { job } = worker;
    clearTimeout(job?.timer);
    clearTimeout(worker.timer);
    this.#workers.delete(worker);
    if (!worker.isReady) this.#refuseWaiting(words);
    if (/out of memory/i.test(words)) job?.reject(new Refusal(memorySentence));
    else if (job) job.reject(new Error(`A worker ended. ${words}`));
    else console.error(`A worker ended. ${words}`);
    this.#startJobs();
  }

  /** If one worker cannot start, none can, so waiting jobs are refused at once. */
  #refuseWaiting(words: string): void {
    for (const job of [...this.#shortLine.splice(0), ...this.#longLine.splice(0)])
      job.reject(new Error(`A worker cannot start. ${words}`));
  }
}

function heavyOperation(operationId: string): HeavyOperation {
  const operation = heavyOperations[operationId];
  if (!operation) throw new Error(`There is no heavy operation ${operationId}.`);
  return operation;
}
