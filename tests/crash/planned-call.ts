import { wholeBetween } from './random.ts';

/** A call before it is made. Its key goes to the portal as Idempotency-Key, and through it to the upstream. */
export interface PlannedCall {
  key: string;
  /** The quote. */
  most: number;
  /** An answer that streams comes in two events, with the delay between them, too. */
  upstream: { status: 200 | 422 | 500; used: number; delayMs: number; streams: boolean };
  /** What the price and the charge table say that it costs, if it is made. */
  charge: number;
  /** Whether it is sent twice at once, as a client does that loses patience. */
  twice: boolean;
  /** When its client hangs up at its first attempt, to ask again under the same key. */
  hangsUpAfterMs: number | null;
  /** Whether it is sent again after its answer. */
  again: boolean;
}

/** `mostDelayMs`: the longest that the upstream takes for its answer, or for each part of a stream. */
export function planCall(key: string, random: () => number, mostDelayMs = 30): PlannedCall {
  const most = wholeBetween(random, 1, 40);
  const used = wholeBetween(random, 1, most);
  const kind = random();
  const status = kind < 0.9 ? 200 : kind < 0.95 ? 422 : 500;
  const delayMs = random() < 0.3 ? 0 : wholeBetween(random, 1, mostDelayMs);
  const streams = status === 200 && random() < 1 / 4;
  const charge = { 200: used, 422: most, 500: 0 }[status];
  return {
    key,
    most,
    upstream: { status, used, delayMs, streams },
    charge,
    twice: random() < 1 / 16,
    hangsUpAfterMs: random() < 1 / 8 ? wholeBetween(random, 0, mostDelayMs + 10) : null,
    again: random() < 1 / 4,
  };
}
