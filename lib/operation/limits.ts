import { z } from 'zod';

const kib = 1024;
const mib = 1024 * kib;

interface Limit {
  default: number;
  most: number;
  unit: 'bytes' | 'milliseconds';
  what: string;
}

/** The default limits of a call, and the most that a template may allow. */
export const limitBounds = {
  /** JSON input is small; templates that take files allow more. The maximum keeps the body of one call in memory. */
  bodyBytes: { default: mib, most: 32 * mib, unit: 'bytes', what: 'the request body' },
  /** Enough for images and documents. A response stays in memory until it is settled. */
  responseBytes: { default: 10 * mib, most: 100 * mib, unit: 'bytes', what: 'the response of the API' },
  /** A reachable host accepts within a round trip or two. */
  connectMs: { default: 5_000, most: 30_000, unit: 'milliseconds', what: 'connecting to the API' },
  /** Slow models take half a minute until their first byte. */
  firstByteMs: {
    default: 30_000,
    most: 300_000,
    unit: 'milliseconds',
    what: 'the first byte of the response',
  },
  /** A stream that is silent for so long is dead. The total limit ends streams that trickle. */
  idleMs: { default: 15_000, most: 120_000, unit: 'milliseconds', what: 'a pause within the response' },
  /** A caller does not wait longer, so neither should the hold. */
  totalMs: { default: 120_000, most: 900_000, unit: 'milliseconds', what: 'the whole call' },
} as const satisfies Record<string, Limit>;

const within = ({ most, unit, what }: Limit) =>
  z
    .int({ error: `Expected a whole number of ${unit} for ${what}.` })
    .min(1, `Expected at least 1 of ${unit} for ${what}.`)
    .max(most, `Expected at most ${most} ${unit} for ${what}.`)
    .optional();

export const limitsSchema = z.strictObject({
  bodyBytes: within(limitBounds.bodyBytes),
  responseBytes: within(limitBounds.responseBytes),
  connectMs: within(limitBounds.connectMs),
  firstByteMs: within(limitBounds.firstByteMs),
  idleMs: within(limitBounds.idleMs),
  totalMs: within(limitBounds.totalMs),
});

export type Limits = z.infer<typeof limitsSchema>;
export type EffectiveLimits = Record<keyof typeof limitBounds, number>;

export function effectiveLimits(limits: Limits = {}): EffectiveLimits {
  return {
    bodyBytes: limits.bodyBytes ?? limitBounds.bodyBytes.default,
    responseBytes: limits.responseBytes ?? limitBounds.responseBytes.default,
    connectMs: limits.connectMs ?? limitBounds.connectMs.default,
    firstByteMs: limits.firstByteMs ?? limitBounds.firstByteMs.default,
    idleMs: limits.idleMs ?? limitBounds.idleMs.default,
    totalMs: limits.totalMs ?? limitBounds.totalMs.default,
  };
}
