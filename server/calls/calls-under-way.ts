import type { CallEnd } from '../../lib/receipt/receipt.ts';
import type { CallAbort } from '../gateway/deadlines.ts';

/** How long the upstream took, and what it said: for the receipt. */
export class CallClock {
  #dialled = performance.now();
  #status: number | null = null;
  #firstByteMs: number | null = null;

  /** It was the call's turn: what it waited before is not the upstream's time. */
  dialled(): void {
    this.#dialled = performance.now();
  }

  /** The head of the answer has come. */
  answered(status: number): void {
    this.#status = status;
    this.#firstByteMs = Math.round(this.elapsedMs);
  }

  /** The status of the upstream, if it has answered. */
  get status(): number | null {
    return this.#status;
  }

  /** From dialling until now. */
  get elapsedMs(): number {
    return performance.now() - this.#dialled;
  }

  read(): NonNullable<CallEnd['upstream']> {
    return { status: this.#status, firstByteMs: this.#firstByteMs, totalMs: Math.round(this.elapsedMs) };
  }
}

/** Every call whose credits are held, until it is settled. In a list, as `Deadlines` is. */
export class CallsUnderWay {
  readonly #calls: CallAbort[] = [];
  #isStopped = false;
  #waiting: (() => void)[] = [];

  enter(call: CallAbort): void {
    call.place = this.#calls.push(call) - 1;
    if (this.#isStopped) call.abort('portal-stopped');
  }

  leave(call: CallAbort): void {
    if (this.#calls[call.place] !== call) return;
    const last = this.#calls.pop();
    if (last && last !== call) {
      last.place = call.place;
      this.#calls[call.place] = last;
    }
    if (this.#calls.length > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The portal waits no longer: every call that is not complete ends now, at no cost. */
  stop(): void {
    this.#isStopped = true;
    for (const call of [...this.#calls]) call.abort('portal-stopped');
  }

  /** Resolves as soon as no call is under way. */
  async untilIdle(): Promise<void> {
    if (this.#calls.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
