import { Problem } from '../../lib/problem/problem.ts';
import { errorText, log } from '../log.ts';

/** Concurrent calls to an upstream, which a service of ordinary size accepts from one client. */
export const mostUnderWay = 64;

/** Calls that may wait. Further ones are refused at once, which is better than a long wait. */
export const mostWaiting = 128;

export interface Waiting {
  readonly caller: string;
  /** Its turn has come. `leave` must be called once at the end. */
  onTurn(): void;
  /** It lost its place to a caller with fewer waiting requests. */
  onPushedOut(): void;
}

/**
 * A caller may hold up to this many times the free places: 48 of 64 alone, the next caller 12. Slow readers hold a
 * place as long as a call lasts, so one caller must not take all.
 */
const mostForEachFree = 3;

interface Room {
  readonly mostUnderWay: number;
  readonly mostWaiting: number;
}

const upstreamRoom: Room = { mostUnderWay, mostWaiting };

/** A fair queue. Callers take turns, and the requests of one caller keep their order. */
export class WaitingLine {
  #underWay = 0;
  #waiting = 0;
  /** Active requests by caller. */
  readonly #shares = new Map<string, number>();
  /** Waiting requests by caller. The caller whose turn it is comes first. */
  readonly #lines = new Map<string, Waiting[]>();

  /** A caller who is slowed down may have one active request. */
  constructor(
    readonly room: Room = upstreamRoom,
    readonly isSlowed: (caller: string) => boolean = () => false,
  ) {}

  /** False if neither a place nor the queue has room. */
  enter(one: Waiting): boolean {
    // Requests that already wait go first.
    if (this.#mayGo(one.caller) && !this.#lines.has(one.caller)) {
      this.#go(one);
      return true;
    }
    if (this.#waiting >= this.room.mostWaiting && !this.#makeRoom(one.caller)) return false;
    const line = this.#lines.get(one.caller);
    if (line) line.push(one);
    else this.#lines.set(one.caller, [one]);
    this.#waiting += 1;
    return true;
  }

  /** Ends a turn; the next request may start. */
  leave({ caller }: Waiting): void {
    const share = this.#shares.get(caller) ?? 0;
    if (share > 1) this.#shares.set(caller, share - 1);
    else this.#shares.delete(caller);
    this.#underWay -= 1;
    if (this.#waiting > 0) this.#letGo();
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** The room may have more places than before. */
  roomChanged(): void {
    if (this.#waiting > 0) this.#letGo();
  }

  #mayGo(caller: string): boolean {
    const share = this.#shares.get(caller) ?? 0;
    if (share > 0 && this.isSlowed(caller)) return false;
    return share < mostForEachFree * (this.room.mostUnderWay - this.#underWay);
  }

  #go(one: Waiting): void {
    this.#shares.set(one.caller, (this.#shares.get(one.caller) ?? 0) + 1);
    this.#underWay += 1;
    one.onTurn();
  }

  /** One free place may start several requests, because it raises the limit of every caller. */
  #letGo(): void {
    for (const [caller, line] of this.#lines) {
      if (!this.#mayGo(caller)) continue;
      const next = line.shift();
      this.#waiting -= 1;
      this.#lines.delete(caller);
      // Moves the caller to the end of the loop.
      if (line.length > 0) this.#lines.set(caller, line);
      if (next) this.#go(next);
    }
  }

  /** A waiting request is cancelled. */
  giveUp(one: Waiting): void {
    const line = this.#lines.get(one.caller);
    const index = line?.indexOf(one) ?? -1;
    if (!line || index < 0) return;
    line.splice(index, 1);
    this.#waiting -= 1;
    if (line.length === 0) this.#lines.delete(one.caller);
  }

  /** Drops the last request of the longest queue if the caller's own queue stays shorter. */
  #makeRoom(caller: string): boolean {
    let longest: Waiting[] = [];
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
    const own = this.#lines.get(caller)?.length ?? 0;
    const last = longest.at(-1);
    if (!last || own + 1 >= longest.length) return false;
    this.giveUp(last);
    last.onPushedOut();
    return true;
  }
}

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

export interface Taker {
  /** Turns alternate between networks. */
  network: string;
  whenGone(listener: () => void): void;
}

/**
 * Waits for a turn and resolves with a function that ends it. Rejects if the line is full or the client disconnects.
 */
export function takeTurn(line: WaitingLine, taker: Taker, refusal: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Problem('unavailable', refusal, [], { 'retry-after': '1' }));
    const one = { caller: taker.network, onTurn: () => resolve(() => line.leave(one)), onPushedOut: refuse };
    if (!line.enter(one)) return refuse();
    taker.whenGone(() => {
      line.giveUp(one);
      refuse();
    });
  });
}

/** How much of one kind of work each network has in hand at once. */
export class AtOnce {
  readonly #most: number;
  readonly #running = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns false if the network has as much in hand as it may; otherwise `leave` follows. */
  enter(network: string): boolean {
    const running = this.#running.get(network) ?? 0;
    if (running >= this.#most) return false;
    this.#running.set(network, running + 1);
    return true;
  }

  leave(network: string): void {
    const running = (this.#running.get(network) ?? 0) - 1;
    if (running > 0) this.#running.set(network, running);
    else this.#running.delete(network);
  }
}

/** A memory budget for bodies. A network may use at most half of what the others leave free. */
export class HeldBytes {
  readonly #most: number;
  #held = 0;
  readonly #shares = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Always counts the bytes, until they are given back. Returns false if there are too many. */
  take(network: string, bytes: number): boolean {
    const share = (this.#shares.get(network) ?? 0) + bytes;
    this.#shares.set(network, share);
    this.#held += bytes;
    return share <= this.#most - this.#held;
  }

  giveBack(network: string, bytes: number): void {
    this.#held -= bytes;
    const share = (this.#shares.get(network) ?? 0) - bytes;
    if (share > 0) this.#shares.set(network, share);
    else this.#shares.delete(network);
  }
}

/** Does something once a second, never twice at a time. A failure is logged as `event`. */
export function everySecond(work: () => Promise<void>, event: string): { stop(): void } {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    work()
      .catch((error: unknown) => log('error', event, { error: errorText(error) }))
      .finally(() => {
        isBusy = false;
      });
  }, 1_000);
  return { stop: () => clearInterval(timer) };
}
