import { HeldBytes } from '../held-bytes.ts';

/**
 * Of all large replies at once, beyond the first MiB of each. One caller may hold half of it, and so the largest reply
 * that a template may allow.
 */
const mostHeldBytes = 256 * 1024 * 1024;

const heldBytes = new HeldBytes(mostHeldBytes);

/** What one reply holds in memory until its call is settled. */
export class ReplyHold {
  #bytes = 0;

  constructor(readonly purse: string) {}

  /** False where there is no room for more. */
  take(bytes: number): boolean {
    this.#bytes += bytes;
    return heldBytes.take(this.purse, bytes);
  }

  giveBack(): void {
    heldBytes.giveBack(this.purse, this.#bytes);
    this.#bytes = 0;
  }
}
