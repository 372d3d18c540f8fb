import { everySecond } from '../limits/waiting-line.ts';
import { LRUCache } from 'lru-cache';
import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limitBounds } from '../../lib/operation/limits.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from './caller.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { Taken, TakenByAll } from '../store/store.ts';

const windowSeconds = 60;
/** A page of the portal makes several requests to show a product. */
const readsForACall = 10;
/** A page reads several times, and rendering it costs tens of times as much as one read. */
const readsForAPage = 5;
/** Bytes of bodies for each call of the limit. Far more than JSON needs, so the limit affects only file uploads. */
const bytesForACall = 256 * 1024;
/** Even with a small call limit, a few of the largest bodies are allowed. */
const leastBytes = 4 * limitBounds.bodyBytes.most;
/** Callers or networks that are remembered: about 10 MiB. Beyond that, the oldest minute is forgotten. */
const mostRemembered = 20_000;

/** Sign-ins per minute, whatever the limit of calls: nobody types faster, and a guesser gets nowhere. */
const signInsOfAddress = 10;
const signInsOfNetwork = 60;

interface NewlyTaken {
  name: string;
  points: number;
  /** Takes over what all portals have counted. */
  learn: (points: number, msLeft: number) => void;
}

/** Limits calls and reads per minute. A limit of 0 means no limit. */
export class RateLimits {
  readonly #callers: Budget | undefined;
  readonly #addresses: Budget | undefined;
  readonly #reads: Budget | undefined;
  readonly #lookUps: Budget | undefined;
  readonly #tokens: Budget | undefined;
  readonly #bytes: Budget | undefined;
  readonly #signIns = new Budget('sign-ins', signInsOfAddress, 'tries to sign in or register as one person');
  readonly #networkSignIns = new Budget('network sign-ins', signInsOfNetwork, 'sign-ins');

  constructor(callsPerMinute: number) {
    if (callsPerMinute === 0) return;
    this.#callers = new Budget('caller', callsPerMinute);
    this.#addresses = new Budget('address', callsPerMinute);
    this.#reads = new Budget('reads', callsPerMinute * readsForACall);
    this.#lookUps = new Budget('look-ups', callsPerMinute);
    this.#tokens = new Budget('tokens', callsPerMinute, 'requests for tokens of agents');
    const bytesPerMinute = Math.max(callsPerMinute * bytesForACall, leastBytes);
    this.#bytes = new Budget('bytes', bytesPerMinute, 'bytes of request bodies');
  }

  /** Counts a call; resolves with the headers of its response. */
  async takeCall({ kind, purse }: Caller, network: string): Promise<Record<string, string>> {
    if (!this.#addresses || !this.#callers) return {};
    const ofAddress = await this.#addresses.take(network);
    // All guests of a network count as one caller.
    const ofCaller = kind === 'guest' ? undefined : await this.#callers.take(purse);
    return {
      'ratelimit-policy': [this.#addresses.policy, ofCaller && this.#callers.policy]
        .filter(Boolean)
        .join(', '),
      ratelimit: [ofAddress, ofCaller].filter(Boolean).join(', '),
    };
  }

  /** What was taken since this was asked last, for the other portals. */
  newlyTaken(): NewlyTaken[] {
    const limited = [this.#addresses, this.#callers, this.#reads, this.#lookUps, this.#tokens, this.#bytes];
    const budgets = [...limited, this.#signIns, this.#networkSignIns];
    return budgets.flatMap((budget) => budget?.newlyTaken() ?? []);
  }

  async takeRead(network: string): Promise<void> {
    await this.#reads?.take(network);
  }

  /** Counts a page, in the same budget as reads. */
  async takePage(network: string): Promise<void> {
    await this.#reads?.take(network, readsForAPage);
  }

  /** Counts a slow estimate. Together with its read it costs as much as a call. */
  async takeLongEstimate(network: string): Promise<void> {
    await this.#reads?.take(network, readsForACall - 1);
  }

  /** Counts the bytes of a body for a network and, if known, for an account. */
  async takeBytes(network: string, account: string | undefined, bytes: number): Promise<void> {
    await this.#bytes?.take(network, bytes);
    if (account !== undefined) await this.#bytes?.take(account, bytes);
  }

  /**
   * Counts a try to sign in: of a network and, if known, of the network with an address. Tries from one network shut
   * nobody out who signs in from another.
   */
  async takeSignIn(network: string, address?: string): Promise<void> {
    await this.#networkSignIns.take(network);
    if (address !== undefined) await this.#signIns.take(`${address} ${network}`);
  }

  /** Counts a try of somebody who is signed in already, from any network, to prove that it is them. */
  async takeConfirmation(network: string, personId: string | undefined): Promise<void> {
    await this.#networkSignIns.take(network);
    if (personId !== undefined) await this.#signIns.take(personId);
  }

  /**
   * Counts a request of an agent that registers, or gets, renews or returns tokens. As many as calls: nobody guesses a token,
   * and a network may be an office, or a service whose agents act for many people.
   */
  async takeTokens(network: string): Promise<void> {
    await this.#tokens?.take(network);
  }

  /** Counts a database lookup of a key, so that guessed keys cannot keep the database busy. */
  async takeLookUp(network: string): Promise<void> {
    await this.#lookUps?.take(network);
  }
}

/** A limit per minute for each caller or network. */
class Budget {
  /** RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers. */
  readonly policy: string;
  readonly #name: string;
  readonly #most: number;
  readonly #unit: string;
  readonly #limiter: RateLimiterMemory;
  /** Points that the other portals do not know; undefined until somebody asks for them. */
  #newlyTaken: Map<string, number> | undefined;
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

  /** The remainder, as in the header RateLimit. */
  async take(taker: string, points = 1): Promise<string> {
    try {
      const taken = await this.#limiter.consume(taker, points);
      if (taken.isFirstInDuration) this.#remembered.set(taker, true);
      this.#newlyTaken?.set(taker, (this.#newlyTaken.get(taker) ?? 0) + points);
      return this.#left(taken);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // A refused request is not counted, because a smaller one may still fit.
      if (points > 1) await this.#limiter.reward(taker, points);
      throw this.#problem(refused);
    }
  }

  newlyTaken(): NewlyTaken[] {
    const taken = this.#newlyTaken ?? [];
    this.#newlyTaken = new Map();
    return [...taken].map(([taker, points]) => ({
      name: `${this.#name} ${taker}`,
      points,
      learn: (ofAll, msLeft) => {
        this.#remembered.set(taker, true);
        void this.#limiter.set(taker, ofAll + (this.#newlyTaken?.get(taker) ?? 0), msLeft / 1000);
      },
    }));
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

/** At most a minute, even if the clock was set back. */
function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), windowSeconds);
}

interface Exchange {
  rateLimits: RateLimits;
  secret: Pick<PortalSecret, 'naming'>;
  /** Adds what this portal has counted, and resolves with what all portals have. */
  addTaken: (taken: readonly Taken[]) => Promise<TakenByAll[]>;
}

/** Each portal counts by itself, and learns once a second what the others have counted for the same callers. */
export function shareLimits({ rateLimits, secret, addTaken }: Exchange): { stop(): void } {
  // What is taken counts from now on.
  rateLimits.newlyTaken();
  const exchange = async () => {
    const learners = new Map<string, (points: number, msLeft: number) => void>();
    const taken = rateLimits.newlyTaken().map(({ name, points, learn }) => {
      // The database gets no addresses.
      const taker = createHmac('sha256', secret.naming).update(`limit of ${name}`).digest('base64url');
      learners.set(taker, learn);
      return { taker, points };
    });
    if (taken.length === 0) return;
    for (const { taker, points, msLeft } of await addTaken(taken)) learners.get(taker)?.(points, msLeft);
  };
  return everySecond(exchange, 'limits-not-shared');
}
