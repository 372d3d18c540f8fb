import { z } from 'zod';

/** How a call can end, each with the words that the charge table is published in. */
export const OUTCOMES = {
  success: 'The upstream answers with success',
  upstream4xx: 'The upstream rejects the request (4xx)',
  upstream5xx: 'The upstream fails (5xx, or it cannot be reached)',
  timeout: 'The upstream does not answer in time',
  clientGone: 'The caller goes away before the answer is complete',
  partialStream: 'The upstream breaks off in the middle of a stream',
} as const;

export type Outcome = keyof typeof OUTCOMES;

/**
 * `settled`: the price by what was really used, at most the quote. `quoted`: the quote itself.
 * When the caller goes away, `settled` also means that the upstream is let finish; otherwise it is aborted.
 */
const charge = z.enum(['settled', 'quoted', 'nothing'], {
  error: 'Expected settled (by what was used, at most the quote), quoted (the whole quote) or nothing.',
});

export type Charge = z.infer<typeof charge>;

/** What each outcome costs; one that is left out keeps its default. */
export const chargesSchema = z.strictObject({
  success: charge.optional(),
  upstream4xx: charge.optional(),
  upstream5xx: charge.optional(),
  timeout: charge.optional(),
  clientGone: charge.optional(),
  partialStream: charge.optional(),
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

const CHARGE_WORDS: Record<Charge, string> = {
  settled: 'charged by what was used, at most the quote',
  quoted: 'charged as quoted',
  nothing: 'nothing is charged',
};

/** One sentence for each outcome, in the order of the table. */
export function chargesInWords(charges?: Charges): { outcome: Outcome; charge: Charge; text: string }[] {
  return Object.entries(chargeTable(charges)).map(([name, charge]) => {
    const outcome = outcomeNamed(name);
    return { outcome, charge, text: `${OUTCOMES[outcome]}: ${CHARGE_WORDS[charge]}.` };
  });
}

/** The keys of a charge table are the outcomes: `chargeTable` makes them all and no other. */
function outcomeNamed(name: string): Outcome {
  return name as Outcome;
}
