import { type Room, upstreamRoom } from './waiting-line.ts';

/**
 * The places of one upstream, which all portals share. Each portal leaves free what the others have taken, but always has
 * an equal share.
 */
export class SharedRoom implements Room {
  readonly mostWaiting = upstreamRoom.mostWaiting;
  readonly #portals: () => number;
  /** What the other portals had under way a moment ago. */
  takenByOthers = 0;

  constructor(portals: () => number) {
    this.#portals = portals;
  }

  get mostUnderWay(): number {
    const all = upstreamRoom.mostUnderWay;
    return Math.max(1, Math.floor(all / this.#portals()), all - this.takenByOthers);
  }
}
