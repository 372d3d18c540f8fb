import { errorText, log } from '../log.ts';
import type { ImportState } from '../store/catalogue/import-jobs.ts';
import type { Writer } from '../store/writer.ts';

/** How far an import is, in the database, where every portal reads it. */
export class ImportProgress {
  readonly #writer: Writer;
  readonly #key: number;
  readonly #timer: NodeJS.Timeout;
  #state: ImportState;
  #done = 0;
  #total = 0;
  #writing: Promise<unknown> = Promise.resolve();
  #writtenAt = 0;

  constructor(writer: Writer, key: number, state: ImportState, total = 0) {
    this.#writer = writer;
    this.#key = key;
    this.#state = state;
    this.#total = total;
    // A portal that stopped meanwhile is known by its silence.
    this.#timer = setInterval(() => this.#tell(), signOfLifeMs).unref();
  }

  /** Begins the next step. */
  begin(state: ImportState, total = 0): Promise<unknown> {
    [this.#state, this.#done, this.#total] = [state, 0, total];
    return this.#write();
  }

  /** Says how much of the step is done, at most once a second. */
  move(done: number, total = this.#total): void {
    [this.#done, this.#total] = [done, total];
    if (performance.now() - this.#writtenAt > writeEveryMs) this.#tell();
  }

  /** Where it cannot be written, the next step says so, or the silence. */
  #tell(): void {
    this.#write().catch((error: unknown) => log('info', 'import-progress', { error: errorText(error) }));
  }

  /** Never rejects: where it cannot be written, as the portal stops, its silence tells. */
  async end(state: ImportState, problem: string | null = null): Promise<void> {
    clearInterval(this.#timer);
    [this.#state, this.#done] = [state, this.#total];
    await this.#write(problem).catch((error: unknown) =>
      log('error', 'import-not-ended', { error: errorText(error) }),
    );
  }

  /** One after another. A step that is not written is followed by the next one. */
  #write(problem: string | null = null): Promise<unknown> {
    this.#writtenAt = performance.now();
    this.#writing = this.#writing.then(
      () => this.#save(problem),
      () => this.#save(problem),
    );
    return this.#writing;
  }

  #save(problem: string | null): Promise<unknown> {
    const [key, state, done, total] = [this.#key, this.#state, this.#done, this.#total];
    return this.#writer.run('move-import', { key, state, done, total, problem, now: Date.now() });
  }
}

const signOfLifeMs = 5_000;
const writeEveryMs = 1_000;

/** After so long without a sign of life its portal has stopped. */
export const silentAfterMs = 30_000;
