import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITS } from '../../lib/operation/limits.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';

const windowSeconds = 60;
/** A portal shows its products on pages that read several times each. */
const readsForACall = 10;
/** What a page counts as: it reads several times, and to render it costs tens of times what one read does. */
const readsForAPage = 5;
/** Of bodies, for each call of the limit: far more than a call's JSON, so that the bytes bind only who sends files. */
const bytesForACall = 256 * 1024;
/** Also where the limit of calls is small, a caller may send a few of the largest bodies. */
const leastBytes = 4 * LIMITS.bodyBytes.most;
/** Callers, or networks, that are remembered at one time: some 10 MiB. Past it the oldest minute starts anew. */
const mostRemembered = 20_000;

/** How many calls and reads there may be in a minute. With a limit of 0 there may be any number. */
export class RateLimits {
  readonly #callers: Budget | undefined;
  readonly #addresses: Budget | undefined;
  readonly #reads: Budget | undefined;
  readonly #lookUps: Budget | undefined;
  readonly #bytes: Budget | undefined;

  constructor(callsPerMinute: number) {
    if (callsPerMinute === 0) return;
    this.#callers = new Budget('caller', callsPerMinute);
    this.#addresses = new Budget('address', callsPerMinute);
    this.#reads = new Budget('reads', callsPerMinute * readsForACall);
    this.#lookUps = new Budget('address', callsPerMinute);
    const bytesPerMinute = Math.max(callsPerMinute * bytesForACall, leastBytes);
    this.#bytes = new Budget('bytes', bytesPerMinute, 'bytes of request bodies');
  }

  /** One call of a caller; resolves with the header fields that its answer carries. */
  async takeCall({ kind, purse }: Caller, network: string): Promise<Record<string, string>> {
    if (!this.#addresses || !this.#callers) return {};
    const ofAddress = await this.#addresses.take(network);
    // Guests of a network are one caller.
    const ofCaller = kind === 'guest' ? undefined : await this.#callers.take(purse);
    return {
      'ratelimit-policy': [this.#addresses.policy, ofCaller && this.#callers.policy]
        .filter(Boolean)
        .join(', '),
      ratelimit: [ofAddress, ofCaller].filter(Boolean).join(', '),
    };
  }

  /** One reading request from a network. */
  async takeRead(network: string): Promise<void> {
    await this.#reads?.take(network);
  }

  /** One page for a network, of the same budget as its reads. */
  async takePage(network: string): Promise<void> {
    await this.#reads?.take(network, readsForAPage);
  }

  /** An estimate that takes long, for a network: with the read that it has counted as, as many as a call is worth. */
  async takeLongEstimate(network: string): Promise<void> {
    await this.#reads?.take(network, readsForACall - 1);
  }

  /** Bytes of a body, from a network and, where it is known, for an account. */
  async takeBytes(network: string, account: string | undefined, bytes: number): Promise<void> {
    await this.#bytes?.take(network, bytes);
    if (account !== undefined) await this.#bytes?.take(account, bytes);
  }

  /** One key that is not in memory: guessing keys must not keep the database busy. */
  async takeLookUp(network: string): Promise<void> {
    await this.#lookUps?.take(network);
  }
}

/** So many in a minute for each of those who take. */
class Budget {
  /** RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers. */
  readonly policy: string;
  readonly #name: string;
  readonly #most: number;
  readonly #unit: string;
  readonly #limiter: RateLimiterMemory;
  /** In the order in which their minutes began. */
  readonly #remembered: LRUCache<string, true>;

  constructor(name: string, most: number, unit = 'requests of this kind') {
    this.#name = name;
    this.#most = most;
    this.#unit = unit;
    this.policy = `"${name}";q=${most};w=${windowSeconds}`;
    this.#limiter = new RateLimiterMemory({ keyPrefix: '', points: most, duration: windowSeconds });
    this.#remembered = new LRUCache({
      max: mostRemembered,
      dispose: (_value, taker, reason) => {
        if (reason === 'evict') void this.#limiter.delete(taker);
      },
    });
  }

  /** What is left, as the field RateLimit says it. */
  async take(taker: string, points = 1): Promise<string> {
    try {
      const taken = await this.#limiter.consume(taker, points);
      if (taken.isFirstInDuration) this.#remembered.set(taker, true);
      return this.#left(taken);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // What was too much counts as nothing: something smaller may still fit.
      if (points > 1) await this.#limiter.reward(taker, points);
      throw this.#problem(refused);
    }
  }

  #left(taken: RateLimiterRes): string {
    return `"${this.#name}";r=${taken.remainingPoints};t=${secondsLeft(taken)}`;
  }

  #problem(refused: RateLimiterRes): Problem {
    const seconds = secondsLeft(refused);
    return new Problem(
      'rate-limited',
      `The limit is ${this.#most} ${this.#unit} per minute. Try again in ${seconds} s.`,
      [],
      { 'retry-after': String(seconds), 'ratelimit-policy': this.policy, ratelimit: this.#left(refused) },
    );
  }
}

/** Never more than a minute: a clock that was set back must not keep anybody out. */
function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), windowSeconds);
}
