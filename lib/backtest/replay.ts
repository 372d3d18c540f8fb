import { type Caps, firstExceeded, hasCap, periodsOf, reachedCaps } from '../ledger/caps.ts';
import type { Spender } from '../ledger/spending.ts';
import { utcDay } from '../text/times.ts';

/** At least and at most: the same where it is known exactly. */
export interface Span {
  from: number;
  to: number;
}

export interface ReplayedCall {
  id: string;
  startedAt: number;
  /** Null while it is open. */
  settledAt: number | null;
  quoted: number;
  charged: number;
  apiKeyKey: number | null;
  memberKey: number | null;
  /** By the draft. */
  then: { quoted: Span; charged: Span };
}

/** Who has limits, and what they had spent before the first call. */
export interface Limited {
  of: Spender;
  /** Null of the account. */
  key: number | null;
  caps: Caps;
  spent: { month: number; total: number };
}

export interface ReplayStart {
  /** The balance before the first call, and what was added to it or taken later beside the charges of calls. */
  posted: number;
  entries: readonly { at: number; credits: number }[];
  limited: readonly Limited[];
  /** The month of what was spent before: 2026-11. */
  month: string;
  /** Calls from then on are priced by the draft. */
  from: number;
}

export const unknownOutlooks = ['uncovered', 'order', 'limits', 'too-many', 'guests'] as const;

/** What becomes of an account: the first call that would have been refused, if any. */
export type Outlook =
  | { kind: 'fine' }
  | { kind: 'dry'; call: string; at: number }
  | { kind: 'limit'; call: string; at: number; of: Spender; period: 'day' | 'month' | 'total'; cap: number }
  | { kind: 'unknown'; why: (typeof unknownOutlooks)[number] };

interface Held {
  settledAt: number;
  back: number;
  then: Span;
  call: ReplayedCall;
}

/** What was spent in a period, and would have been. */
interface Spent {
  now: number;
  then: Span;
}

/**
 * Follows the balance and the limits of an account, as they were and by a draft, until a call would have been refused.
 * Calls come in the order in which they began. What a call of the draft costs may be known as a span alone: then so is
 * the balance, and nothing is said once both answers are possible.
 */
export class Replay {
  readonly #start: ReplayStart;
  #now: number;
  #then: Span;
  /** By the time of their end. */
  readonly #open: Held[] = [];
  readonly #spent = new Map<string, Spent>();
  #entries = 0;
  #hasOtherLimits = false;

  constructor(start: ReplayStart) {
    this.#start = start;
    this.#now = start.posted;
    this.#then = { from: start.posted, to: start.posted };
  }

  /** Returns what becomes of the account, once that is clear. */
  add(call: ReplayedCall): Outlook | undefined {
    this.#moveTo(call.startedAt);
    const refused = call.startedAt < this.#start.from ? undefined : this.#refusal(call);
    if (refused) return refused;
    const { quoted, then } = call;
    this.#now -= quoted;
    this.#then = { from: this.#then.from - then.quoted.to, to: this.#then.to - then.quoted.from };
    this.#spend(call, quoted, then.quoted);
    if (call.settledAt !== null) this.#keepOpen(call, call.settledAt);
    return undefined;
  }

  /** After the last call. */
  get end(): Outlook {
    return this.#hasOtherLimits ? { kind: 'unknown', why: 'limits' } : { kind: 'fine' };
  }

  /** Ends what ended before, and adds what was added. What happens in the same millisecond happens first. */
  #moveTo(ms: number): void {
    const { entries } = this.#start;
    for (let entry = entries[this.#entries]; entry && entry.at <= ms; entry = entries[this.#entries]) {
      this.#add(entry.credits, { from: entry.credits, to: entry.credits });
      this.#entries += 1;
    }
    while ((this.#open[0]?.settledAt ?? Infinity) <= ms) {
      const held = this.#open.shift();
      if (!held) return;
      this.#add(held.back, held.then);
      this.#spend(held.call, -held.back, { from: -held.then.to, to: -held.then.from });
    }
  }

  #add(credits: number, then: Span): void {
    this.#now += credits;
    this.#then = { from: this.#then.from + then.from, to: this.#then.to + then.to };
  }

  #keepOpen(call: ReplayedCall, settledAt: number): void {
    const { quoted, charged, then } = call;
    // What was held at most is given back but for what it cost at most.
    const back = { from: then.quoted.to - then.charged.to, to: then.quoted.from - then.charged.from };
    const held = { settledAt, back: quoted - charged, then: back, call };
    let at = this.#open.length;
    while (at > 0 && (this.#open[at - 1]?.settledAt ?? 0) > settledAt) at -= 1;
    this.#open.splice(at, 0, held);
  }

  #refusal(call: ReplayedCall): Outlook | undefined {
    const { id, startedAt: at, quoted, then } = call;
    for (const { of, key, caps } of this.#limitedOf(call)) {
      const [now, least, most] = this.#spentAll(of, key, at);
      // The limit of today was not that of then.
      if (firstExceeded(reachedCaps(caps, now), quoted)) {
        this.#hasOtherLimits = true;
        continue;
      }
      const surely = firstExceeded(reachedCaps(caps, least), then.quoted.from);
      if (surely) return { kind: 'limit', call: id, at, of, period: surely.period, cap: surely.cap };
      if (firstExceeded(reachedCaps(caps, most), then.quoted.to))
        return { kind: 'unknown', why: 'uncovered' };
    }
    // It was not refused: clocks of several portals wrote other times than those of its order.
    if (this.#now < quoted) return { kind: 'unknown', why: 'order' };
    if (this.#then.to < then.quoted.from) return { kind: 'dry', call: id, at };
    return this.#then.from < then.quoted.to ? { kind: 'unknown', why: 'uncovered' } : undefined;
  }

  #limitedOf({ apiKeyKey, memberKey }: ReplayedCall): Limited[] {
    const keys = { key: apiKeyKey, member: memberKey, account: null };
    return this.#start.limited.filter(
      ({ of, key, caps }) => hasCap(caps) && key === keys[of] && (of === 'account' || key !== null),
    );
  }

  /** As it was, and by the draft at least and at most. */
  #spentAll(of: Spender, key: number | null, ms: number) {
    const [day, month, total] = periodsOf(utcDay(ms)).map((period) => this.#spentIn(of, key, period));
    const all = (value: (spent: Spent) => number) => {
      const at = (spent: Spent | undefined) => (spent ? value(spent) : 0);
      return { day: at(day), month: at(month), total: at(total) };
    };
    return [all(({ now }) => now), all(({ then }) => then.from), all(({ then }) => then.to)] as const;
  }

  #spentIn(of: Spender, key: number | null, period: string): Spent {
    const name = `${of} ${key} ${period}`;
    const found = this.#spent.get(name);
    if (found) return found;
    const before = this.#start.limited.find((one) => one.of === of && one.key === key)?.spent;
    const spent = (period === 'all' ? before?.total : period === this.#start.month ? before?.month : 0) ?? 0;
    const first = { now: spent, then: { from: spent, to: spent } };
    this.#spent.set(name, first);
    return first;
  }

  /** Counted in the periods of the day on which the call began. */
  #spend(call: ReplayedCall, now: number, then: Span): void {
    for (const { of, key } of this.#limitedOf(call))
      for (const period of periodsOf(utcDay(call.startedAt))) {
        const spent = this.#spentIn(of, key, period);
        spent.now += now;
        spent.then = { from: spent.then.from + then.from, to: spent.then.to + then.to };
      }
  }
}
