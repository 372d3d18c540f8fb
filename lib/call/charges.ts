import { z } from 'zod';

export const outcomes = [
  'success',
  'upstream4xx',
  'upstream5xx',
  'timeout',
  'clientGone',
  'partialStream',
] as const;

export type Outcome = (typeof outcomes)[number];

/**
 * `settled` is the price of the actual use, at most the quote. `quoted` is the quote. If the caller disconnects,
 * `settled` also lets the upstream finish; the others abort it.
 */
export const chargeSchema = z.enum(['settled', 'quoted', 'nothing'], {
  error: 'Expected settled (by actual usage, at most the quote), quoted (the full quote) or nothing.',
});

export type Charge = z.infer<typeof chargeSchema>;

/** The charge for each outcome. Missing ones keep their default. */
export const chargesSchema = z.strictObject({
  success: chargeSchema.optional(),
  upstream4xx: chargeSchema.optional(),
  upstream5xx: chargeSchema.optional(),
  timeout: chargeSchema.optional(),
  clientGone: chargeSchema.optional(),
  partialStream: chargeSchema.optional(),
});

export type Charges = z.infer<typeof chargesSchema>;

/** Failed calls cost nothing unless the product publishes another rule. */
export const defaultCharges: Readonly<Record<Outcome, Charge>> = {
  success: 'settled',
  upstream4xx: 'nothing',
  upstream5xx: 'nothing',
  timeout: 'nothing',
  clientGone: 'nothing',
  partialStream: 'nothing',
};

/** Whether an outcome can cost more by the later charge: what is settled is at most the quote. */
export function isDearerCharge(earlier: Charge, later: Charge): boolean {
  const order: readonly Charge[] = ['nothing', 'settled', 'quoted'];
  return order.indexOf(later) > order.indexOf(earlier);
}

export function chargeTable(charges: Charges = {}): Record<Outcome, Charge> {
  return {
    success: charges.success ?? defaultCharges.success,
    upstream4xx: charges.upstream4xx ?? defaultCharges.upstream4xx,
    upstream5xx: charges.upstream5xx ?? defaultCharges.upstream5xx,
    timeout: charges.timeout ?? defaultCharges.timeout,
    clientGone: charges.clientGone ?? defaultCharges.clientGone,
    partialStream: charges.partialStream ?? defaultCharges.partialStream,
  };
}

/**
 * The outcomes of a call that had a hold. `refused` means that the portal ended it: a forbidden address, a redirect, a
 * response that is too large, its own failure or stop. It always costs nothing.
 */
export const callOutcomes = [...outcomes, 'refused'] as const;

export type CallOutcome = (typeof callOutcomes)[number];

export function chargeRow(table: Readonly<Record<Outcome, Charge>>, outcome: CallOutcome): Charge {
  return outcome === 'refused' ? 'nothing' : table[outcome];
}

/** `settled` is null if the price of the use could not be computed. Then the call is free. */
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

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  success: 'The call succeeds',
  upstream4xx: 'The API rejects the request (4xx)',
  upstream5xx: 'The API fails (5xx, or unreachable)',
  timeout: 'The API times out',
  clientGone: 'The caller disconnects before the response is complete',
  partialStream: 'The API ends a stream early',
};

export const chargeWords: Readonly<Record<Charge, string>> = {
  settled: 'charged by actual usage, at most the quote',
  quoted: 'charged the full quote',
  nothing: 'free',
};

/** The published charge table: one sentence for each outcome. */
export function chargesInWords(charges?: Charges): { outcome: Outcome; charge: Charge; text: string }[] {
  const table = chargeTable(charges);
  return outcomes.map((outcome) => {
    const charge = table[outcome];
    return { outcome, charge, text: `${outcomeWords[outcome]}: ${chargeWords[charge]}.` };
  });
}
