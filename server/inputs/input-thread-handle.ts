import { Worker } from 'node:worker_threads';
import { Problem } from '../../lib/problem/problem.ts';
import type { InputOrder, InputReport, InputResults, InputTask } from './input-work.ts';

/** A body of 32 MiB takes a second, and several on a busy machine. */
const mostWorkMs = 5_000;

/** The call is already made and cannot be refused, so a response gets more time. It may have 100 MiB. */
const mostReplyWorkMs = 15_000;

/** A body of 32 MiB exists as text, as values, and as the request. */
const mostMegabytes = 512;

type Result = InputResults[InputTask['kind']];

/** A thread that reads inputs and responses one by one. It is terminated if a task takes too long. */
export class InputThread {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  #settle: ((report: InputReport | Error) => void) | undefined;
  #ended: Error | undefined;

  constructor(entry = new URL('./input-thread-entry.mjs', import.meta.url)) {
    const worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    this.#worker = worker;
    this.#ready = new Promise((resolve) => (this.#settle = () => resolve()));
    worker.on('message', (report: InputReport) => this.#settle?.(report));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', (code) => this.#end(new Error(`An input thread ended (exit code ${code}).`)));
  }

  get isUsable(): boolean {
    return this.#ended === undefined;
  }

  async run(order: InputOrder): Promise<Result> {
    await this.#ready;
    const isReply = order.task.kind === 'settle';
    this.#worker.ref();
    const late = setTimeout(() => this.#terminate(), isReply ? mostReplyWorkMs : mostWorkMs);
    try {
      const report = await new Promise<InputReport | Error>((resolve) => {
        this.#settle = resolve;
        if (this.#ended) resolve(this.#ended);
        else this.#worker.postMessage(order);
      });
      return resultIn(report);
    } finally {
      clearTimeout(late);
      this.#settle = undefined;
      // An idle thread does not keep the process alive.
      this.#worker.unref();
    }
  }

  #terminate(): void {
    this.#end(tooComplex());
    void this.#worker.terminate();
  }

  #end(error: Error): void {
    // The first error is the cause of the others.
    this.#ended ??= isOutOfMemory(error) ? tooComplex() : error;
    this.#settle?.(this.#ended);
  }
}

function resultIn(report: InputReport | Error): Result {
  if (report instanceof Error) throw report;
  if (report === 'ready') throw new Error('An input thread reported twice that it is ready.');
  if ('result' in report) return report.result;
  if ('failure' in report) throw new Error(report.failure);
  const { code, detail, errors, headers, members } = report.problem;
  throw new Problem(code, detail, errors, headers, members);
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooComplex(): Problem {
  return new Problem('too-complex', 'Reading this input takes too much time or memory.');
}
