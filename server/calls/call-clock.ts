import type { CallEnd } from '../../lib/receipt.ts';

/** How long the upstream took, and what it said: for the receipt. */
export class CallClock {
  readonly #dialled = performance.now();
  #status: number | null = null;
  #firstByteMs: number | null = null;

  answered(status: number): void {
    this.#status = status;
    this.#firstByteMs = this.#elapsedMs();
  }

  read(): NonNullable<CallEnd['upstream']> {
    return { status: this.#status, firstByteMs: this.#firstByteMs, totalMs: this.#elapsedMs() };
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#dialled);
  }
}
