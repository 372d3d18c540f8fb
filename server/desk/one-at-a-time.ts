import { Problem } from '../../lib/problem/problem.ts';
import { ImportThread, type Progress } from './import-thread.ts';
import { runBackup } from './run-backup.ts';

/** Work that waits for its turn; whoever comes then is asked to come again. */
const maxWaiting = 4;

/** Runs what takes seconds and hundreds of megabytes one after another. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #inHand = 0;

  /** What others are told, such as "Too many documents are being read.". */
  constructor(readonly busy: string) {}

  requireRoom(): void {
    if (this.#inHand > maxWaiting)
      throw new Problem('unavailable', `${this.busy} Try again in a minute.`, [], { 'retry-after': '60' });
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#inHand += 1;
    const turn = this.#last.then(work).finally(() => {
      this.#inHand -= 1;
    });
    this.#last = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }
}

/** What a portal does for operators beside its requests. */
export class Desk {
  readonly imports = new OneAtATime('This portal is reading other documents.');
  readonly publishing = new OneAtATime('This portal is publishing other imports.');
  readonly previews = new OneAtATime('This portal is reckoning other prices.');
  readonly backtests = new OneAtATime('This portal is pricing other calls again.');

  // Begun by the server itself: what Next makes of the verbs in development holds no threads and no programs.

  startThread(onProgress?: (progress: Progress) => void): ImportThread {
    return new ImportThread(onProgress);
  }

  /** Returns why it failed. */
  backUp(file: string): Promise<string | null> {
    return runBackup(file);
  }
}
