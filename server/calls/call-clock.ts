import type { CallEnd } from '../../lib/receipt/receipt.ts';

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
