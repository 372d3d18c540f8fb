import { WriterError } from '../writer.ts';

/**
 * Runs tasks one after another. When the database fails one, those that wait fail with it: each would wait for the
 * same database in turn.
 */
export class Lane {
  #last: Promise<void> = Promise.resolve();
  #failures = 0;
  #failure: WriterError | undefined;

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const failures = this.#failures;
    const result = this.#last.then(() => {
      if (this.#failure && this.#failures > failures) throw this.#failure;
      return task();
    });
    this.#last = result.then(
      () => {},
      (error: unknown) => this.#note(error),
    );
    return result;
  }

  #note(error: unknown): void {
    if (error === this.#failure || !(error instanceof WriterError) || error.code !== 'storage-failed') return;
    this.#failure = error;
    this.#failures += 1;
  }
}
