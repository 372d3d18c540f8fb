interface Waiting<Job, Result> {
  job: Job;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Jobs that wait for the next batch: those of one turn of the event loop go together, and those that come while a batch
 * runs, or in the turn that it ends in, form the next one. So many calls share one commit, and many pages one statement.
 */
export class BatchLine<Job, Result> {
  readonly #run: (jobs: Job[]) => Promise<(Result | Error)[]>;
  readonly #mostJobs: number;
  #waiting: Waiting<Job, Result>[] = [];
  #isRunning = false;
  #isScheduled = false;
  readonly #listeners: ((jobs: number) => void)[] = [];

  /** `run` returns an error for a job that fails by itself. */
  constructor(run: (jobs: Job[]) => Promise<(Result | Error)[]>, mostJobs: number) {
    this.#run = run;
    this.#mostJobs = mostJobs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  onBatch(listener: (jobs: number) => void): void {
    this.#listeners.push(listener);
  }

  add(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        this.#runNext();
      });
    });
  }

  #runNext(): void {
    if (this.#isRunning || this.#waiting.length === 0) return;
    const batch = this.#waiting.slice(0, this.#mostJobs);
    this.#waiting = this.#waiting.slice(this.#mostJobs);
    this.#isRunning = true;
    void this.#settle(batch).finally(() => {
      this.#isRunning = false;
      setImmediate(() => this.#runNext());
    });
  }

  async #settle(batch: Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ job }) => job));
      for (const listener of this.#listeners) listener(batch.length);
      for (const [place, { resolve, reject }] of batch.entries()) {
        const result = results[place];
        if (result === undefined) reject(new Error('The batch has no result for this job.'));
        else if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
