import { z } from 'zod';

const KIB = 1024;
const MIB = 1024 * KIB;

interface Limit {
  default: number;
  most: number;
  unit: 'bytes' | 'milliseconds';
  what: string;
}

/** What a call may take, unless its template says otherwise, and the most that a template may say. */
export const LIMITS = {
  /** JSON input is small; a template that takes files says more. The cap keeps one call's body in memory. */
  bodyBytes: { default: MIB, most: 32 * MIB, unit: 'bytes', what: 'the request body' },
  /** Enough for images and documents; an answer is held in memory until it is settled. */
  responseBytes: { default: 10 * MIB, most: 100 * MIB, unit: 'bytes', what: 'the response of the API' },
  /** A host that is up accepts within a round trip or two. */
  connectMs: { default: 5_000, most: 30_000, unit: 'milliseconds', what: 'connecting to the API' },
  /** Slow models think for half a minute before their first byte. */
  firstByteMs: {
    default: 30_000,
    most: 300_000,
    unit: 'milliseconds',
    what: 'the first byte of the response',
  },
  /** A stream that says nothing for so long is dead; one that trickles is ended by the total. */
  idleMs: { default: 15_000, most: 120_000, unit: 'milliseconds', what: 'a pause within the response' },
  /** A hold on credits must not outlive the patience of whoever waits. */
  totalMs: { default: 120_000, most: 900_000, unit: 'milliseconds', what: 'the whole call' },
} as const satisfies Record<string, Limit>;

const within = ({ most, unit, what }: Limit) =>
  z
    .int({ error: `Expected a whole number of ${unit} for ${what}.` })
    .min(1, `Expected at least 1 of ${unit} for ${what}.`)
    .max(most, `Expected at most ${most} ${unit} for ${what}.`)
    .optional();

/** The limits that a template sets itself. */
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

/** What holds for a template: what it says, and the defaults for the rest. */
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
