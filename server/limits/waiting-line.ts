/** Calls of one upstream under way at one time: what a service of ordinary size takes from one client. */
export const mostUnderWay = 64;

/** Twice as many again may wait; the others hear at once that it is busy, which is kinder than a long wait. */
export const mostWaiting = 128;

export interface Waiting {
  readonly caller: string;
  /** It may go. Whoever went says `leave` once. */
  onTurn(): void;
  /** Its place went to a caller who has fewer waiting. */
  onPushedOut(): void;
}

/**
 * A caller may have up to so many times the places that are left free: 48 of 64 alone, then the next 12. Readers may take
 * their time as long as a call may last, and whoever has many that do shall not keep everybody else out.
 */
const mostForEachFree = 3;

interface Room {
  mostUnderWay: number;
  mostWaiting: number;
}

export const upstreamRoom: Room = { mostUnderWay, mostWaiting };

/**
 * The line before an upstream, or before anything else that is scarce: callers take turns, and what one caller asks for
 * goes in the order in which it came.
 */
export class WaitingLine {
  #underWay = 0;
  #waiting = 0;
  /** How many of a caller are under way. */
  readonly #shares = new Map<string, number>();
  /** By caller; the one whose turn it is stands first. */
  readonly #lines = new Map<string, Waiting[]>();

  /** Of a caller who is slowed down, one goes at a time. */
  constructor(
    readonly room: Room = upstreamRoom,
    readonly isSlowed: (caller: string) => boolean = () => false,
  ) {}

  /** False where there is no room: neither now nor in the line. */
  enter(one: Waiting): boolean {
    // Whoever waits already goes first.
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

  /** One that went is done: the next may go. */
  leave({ caller }: Waiting): void {
    const share = this.#shares.get(caller) ?? 0;
    if (share > 1) this.#shares.set(caller, share - 1);
    else this.#shares.delete(caller);
    this.#underWay -= 1;
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

  /** A place that is free again may give more than one a turn: it widens the share of everybody. */
  #letGo(): void {
    for (const [caller, line] of this.#lines) {
      if (!this.#mayGo(caller)) continue;
      const next = line.shift();
      this.#waiting -= 1;
      this.#lines.delete(caller);
      // At the end, where this loop comes to it again.
      if (line.length > 0) this.#lines.set(caller, line);
      if (next) this.#go(next);
    }
  }

  /** One that waits gives up. */
  giveUp(one: Waiting): void {
    const line = this.#lines.get(one.caller);
    const index = line?.indexOf(one) ?? -1;
    if (!line || index < 0) return;
    line.splice(index, 1);
    this.#waiting -= 1;
    if (line.length === 0) this.#lines.delete(one.caller);
  }

  /** The longest line gives its last place to a caller whose own would be shorter even so. */
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
