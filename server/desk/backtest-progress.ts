import { errorText, log } from '../log.ts';
import type { BacktestState } from '../store/drafts/backtest-jobs.ts';
import type { Writer } from '../store/writer.ts';

const signOfLifeMs = 5_000;
const writeEveryMs = 1_000;

/** After so long without a sign of life its portal has stopped. */
export const silentAfterMs = 30_000;

/** Thrown where somebody has asked to stop. */
export class BacktestStopped extends Error {
  override name = 'BacktestStopped';
}

/** How far a backtest is, in the database, where every portal reads it, and whether it is to stop. */
export class BacktestProgress {
  readonly #writer: Writer;
  readonly #key: number;
  readonly #timer: NodeJS.Timeout;
  #state: BacktestState = 'waiting';
  #done = 0;
  #total = 0;
  #isToStop = false;
  #writing: Promise<unknown> = Promise.resolve();
  #writtenAt = 0;

  constructor(writer: Writer, key: number) {
    this.#writer = writer;
    this.#key = key;
    this.#timer = setInterval(() => this.#tell(), signOfLifeMs).unref();
  }

  begin(total: number): Promise<unknown> {
    [this.#state, this.#total] = ['running', total];
    return this.#write();
  }

  /** Says how many calls are read, at most once a second. Throws if it is to stop. */
  move(done: number): void {
    if (this.#isToStop) throw new BacktestStopped('It was stopped.');
    this.#done = done;
    this.#total = Math.max(done, this.#total);
    if (performance.now() - this.#writtenAt > writeEveryMs) this.#tell();
  }

  /** Never rejects: where it cannot be written, as the portal stops, its silence tells. */
  async end(state: BacktestState, { problem = null, answer = null }: Ended = {}): Promise<void> {
    clearInterval(this.#timer);
    this.#state = state;
    await this.#write({ problem, answer, isEnded: true }).catch((error: unknown) =>
      log('error', 'backtest-not-ended', { error: errorText(error) }),
    );
  }

  /** Where it cannot be written, the next step says so, or the silence. */
  #tell(): void {
    this.#write().catch((error: unknown) => log('info', 'backtest-progress', { error: errorText(error) }));
  }

  /** One after another. A step that is not written is followed by the next one. */
  #write(more: Ended & { isEnded?: boolean } = {}): Promise<unknown> {
    this.#writtenAt = performance.now();
    const save = () => this.#save(more);
    this.#writing = this.#writing.then(save, save);
    return this.#writing;
  }

  async #save({
    problem = null,
    answer = null,
    isEnded = false,
  }: Ended & { isEnded?: boolean }): Promise<void> {
    const now = { state: this.#state, done: this.#done, total: this.#total, now: Date.now() };
    const { isToStop } = await this.#writer.run('move-backtest', {
      ...{ key: this.#key, problem, answer, isEnded },
      ...now,
    });
    this.#isToStop ||= isToStop;
  }
}

interface Ended {
  problem?: string | null;
  answer?: string | null;
}
