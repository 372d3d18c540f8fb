import { Worker } from 'node:worker_threads';

export interface SumOrder {
  number: number;
  sql: string;
  values: unknown[];
}

export type SumReport = { number: number; rows: unknown[] } | { number: number; error: Error };

interface Waiting {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

const ended = 'The thread that adds up for the console ended.';

/**
 * Statements that read thousands of rows, on a thread of their own, because calls would wait for them. It starts with
 * the first one. If it dies, the statements that wait for it fail, and the next one starts another.
 */
export class SumsOnThread {
  readonly #databaseFile: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #last = 0;
  #isClosed = false;

  constructor(databaseFile: string) {
    this.#databaseFile = databaseFile;
  }

  run(sql: string, values: unknown[]): Promise<unknown[]> {
    if (this.#isClosed) return Promise.reject(new Error(ended));
    const worker = (this.#worker ??= this.#start());
    const number = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      const order: SumOrder = { number, sql, values };
      worker.postMessage(order);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const entry = new URL('./sums-thread.mjs', import.meta.url);
    const worker = new Worker(entry, { workerData: this.#databaseFile });
    worker.on('message', (report: SumReport) => this.#settle(report));
    // A thread reports its error before its end. In between, the next one may have started.
    const fail = (error: Error) => {
      if (this.#worker === worker) this.#fail(error);
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error(ended)));
    // The process ends without waiting for it.
    worker.unref();
    return worker;
  }

  #settle(report: SumReport): void {
    const waiting = this.#waiting.get(report.number);
    this.#waiting.delete(report.number);
    if ('rows' in report) waiting?.resolve(report.rows);
    else waiting?.reject(report.error);
  }

  #fail(error: Error): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
