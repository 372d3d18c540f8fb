import { z } from 'zod';

/** How a call can end. */
export const OUTCOMES = [
  'success',
  'upstream4xx',
  'upstream5xx',
  'timeout',
  'clientGone',
  'partialStream',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/**
 * `settled`: the price by what was really used, at most the quote. `quoted`: the quote itself.
 * When the caller goes away, `settled` also means that the upstream is let finish; otherwise it is aborted.
 */
export const chargeSchema = z.enum(['settled', 'quoted', 'nothing'], {
  error: 'Expected settled (by actual usage, at most the quote), quoted (the full quote) or nothing.',
});

export type Charge = z.infer<typeof chargeSchema>;

/** What each outcome costs; one that is left out keeps its default. */
export const chargesSchema = z.strictObject({
  success: chargeSchema.optional(),
  upstream4xx: chargeSchema.optional(),
  upstream5xx: chargeSchema.optional(),
  timeout: chargeSchema.optional(),
  clientGone: chargeSchema.optional(),
  partialStream: chargeSchema.optional(),
});

export type Charges = z.infer<typeof chargesSchema>;

/** A call that fails costs nothing unless the product says so in public. */
export const DEFAULT_CHARGES: Readonly<Record<Outcome, Charge>> = {
  success: 'settled',
  upstream4xx: 'nothing',
  upstream5xx: 'nothing',
  timeout: 'nothing',
  clientGone: 'nothing',
  partialStream: 'nothing',
};

export function chargeTable(charges: Charges = {}): Record<Outcome, Charge> {
  return {
    success: charges.success ?? DEFAULT_CHARGES.success,
    upstream4xx: charges.upstream4xx ?? DEFAULT_CHARGES.upstream4xx,
    upstream5xx: charges.upstream5xx ?? DEFAULT_CHARGES.upstream5xx,
    timeout: charges.timeout ?? DEFAULT_CHARGES.timeout,
    clientGone: charges.clientGone ?? DEFAULT_CHARGES.clientGone,
    partialStream: charges.partialStream ?? DEFAULT_CHARGES.partialStream,
  };
}

/**
 * How a call that was held ends. `refused`: the portal ended it (an address that may not be dialled, a redirect, an
 * answer that is too large, a failure or a stop of its own). That never costs anything.
 */
export const CALL_OUTCOMES = [...OUTCOMES, 'refused'] as const;

export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** The row of the charge table for an outcome. */
export function chargeRow(table: Readonly<Record<Outcome, Charge>>, outcome: CallOutcome): Charge {
  return outcome === 'refused' ? 'nothing' : table[outcome];
}

/** What a row comes to. `settled` is null where the price by what was used could not be computed: nobody pays for that. */
export function chargedCredits(charge: Charge, quoted: number, settled: number | null): number {
  switch (charge) {
    case 'nothing':
      return 0;
    case 'quoted':
      return quoted;
    case 'settled':
      return settled === null ? 0 : Math.min(settled, quoted);
  }
}

const OUTCOME_WORDS: Record<Outcome, string> = {
  success: 'The call succeeds',
  upstream4xx: 'The API rejects the request (4xx)',
  upstream5xx: 'The API fails (5xx, or unreachable)',
  timeout: 'The API times out',
  clientGone: 'The caller disconnects before the response is complete',
  partialStream: 'The API ends a stream early',
};

const CHARGE_WORDS: Record<Charge, string> = {
  settled: 'charged by actual usage, at most the quote',
  quoted: 'charged the full quote',
  nothing: 'free',
};

/** One sentence for each outcome: the charge table as it is published. */
export function chargesInWords(charges?: Charges): { outcome: Outcome; charge: Charge; text: string }[] {
  const table = chargeTable(charges);
  return OUTCOMES.map((outcome) => {
    const charge = table[outcome];
    return { outcome, charge, text: `${OUTCOME_WORDS[outcome]}: ${CHARGE_WORDS[charge]}.` };
  });
}
