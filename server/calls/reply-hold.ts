import type { Room } from '../gateway/upstream-reply.ts';
import { HeldBytes } from '../limits/held-bytes.ts';

/** The budget of all replies that are read ahead. One caller may hold half of it: the largest reply that a template allows. */
const mostHeldBytes = 256 * 1024 * 1024;

const heldBytes = new HeldBytes(mostHeldBytes);

/** The memory that one reply holds until it is written to its caller. */
export class ReplyHold implements Room {
  #bytes = 0;

  constructor(readonly purse: string) {}

  /** False where there is no room for more. */
  take(bytes: number): boolean {
    this.#bytes += bytes;
    return heldBytes.take(this.purse, bytes);
  }

  giveBack(bytes: number): void {
    const counted = Math.min(bytes, this.#bytes);
    heldBytes.giveBack(this.purse, counted);
    this.#bytes -= counted;
  }

  giveBackAll(): void {
    this.giveBack(this.#bytes);
  }
}
