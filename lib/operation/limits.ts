import { z } from 'zod';

const KIB = 1024;
const MIB = 1024 * KIB;

interface Limit {
  default: number;
  most: number;
  unit: 'bytes' | 'milliseconds';
  what: string;
}

/** The default limits of a call, and the most that a template may allow. */
export const LIMITS = {
  /** JSON input is small; templates that take files allow more. The maximum keeps the body of one call in memory. */
  bodyBytes: { default: MIB, most: 32 * MIB, unit: 'bytes', what: 'the request body' },
  /** Enough for images and documents. A response stays in memory until it is settled. */
  responseBytes: { default: 10 * MIB, most: 100 * MIB, unit: 'bytes', what: 'the response of the API' },
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
  bodyBytes: within(LIMITS.bodyBytes),
  responseBytes: within(LIMITS.responseBytes),
  connectMs: within(LIMITS.connectMs),
  firstByteMs: within(LIMITS.firstByteMs),
  idleMs: within(LIMITS.idleMs),
  totalMs: within(LIMITS.totalMs),
});

export type Limits = z.infer<typeof limitsSchema>;
export type EffectiveLimits = Record<keyof typeof LIMITS, number>;

export function effectiveLimits(limits: Limits = {}): EffectiveLimits {
  return {
    bodyBytes: limits.bodyBytes ?? LIMITS.bodyBytes.default,
    responseBytes: limits.responseBytes ?? LIMITS.responseBytes.default,
    connectMs: limits.connectMs ?? LIMITS.connectMs.default,
    firstByteMs: limits.firstByteMs ?? LIMITS.firstByteMs.default,
    idleMs: limits.idleMs ?? LIMITS.idleMs.default,
    totalMs: limits.totalMs ?? LIMITS.totalMs.default,
  };
}
