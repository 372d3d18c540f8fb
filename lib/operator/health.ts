import { z } from 'zod';

export const outcomes = {
  calls: z.int().min(0).meta({ description: 'Calls that ended.' }),
  failed: z
    .int()
    .min(0)
    .meta({ description: 'Those of them that failed because of the API, not the caller.' }),
};

const hourMs = 60 * 60_000;

/** The hour before that of a time, since 1970: `lately` begins with it. */
export function latelyHour(nowMs: number): number {
  return Math.floor(nowMs / hourMs) - 1;
}

export function latelySince(nowMs: number): string {
  return new Date(latelyHour(nowMs) * hourMs).toISOString();
}

/** How the calls of a product ended: lately, and usually. */
export const health = z
  .strictObject({
    lately: z.strictObject(outcomes).meta({ description: 'In this hour (UTC) and the one before.' }),
    usually: z.strictObject(outcomes).meta({ description: 'In the seven days before that.' }),
    meanMs: z.int().min(0).nullable().meta({
      description: 'How long the API took to answer in these two periods, on average. Null if it has not.',
    }),
    lastSuccessAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Null if it has none in these two periods.' }),
    isBroken: z.boolean(),
  })
  .meta({ id: 'ProductHealth' });

export type Health = z.output<typeof health>;

export interface Outcomes {
  calls: number;
  failed: number;
}

export const leastFailed = 3;
const leastShare = 0.05;
const timesUsual = 3;

/** The rule of `isBroken`, for people. */
export const brokenRule = `A product is failing if at least ${leastFailed} of its calls in this hour and the one before failed, and these are at least ${leastShare * 100} % of its calls and ${timesUsual} times its usual share of the seven days before.`;

export function shareOf({ calls, failed }: Outcomes): number {
  return calls === 0 ? 0 : failed / calls;
}

/** `2.5 %`, with a space that does not break; a dash where there were no calls. */
export function shareText(outcomes: Outcomes): string {
  return outcomes.calls === 0 ? '–' : `${Math.round(shareOf(outcomes) * 1_000) / 10} %`;
}

export function isBroken({ lately, usually }: { lately: Outcomes; usually: Outcomes }): boolean {
  // In whole numbers: shares are rounded.
  const isMoreThanUsual = lately.failed * usually.calls >= timesUsual * usually.failed * lately.calls;
  return lately.failed >= leastFailed && shareOf(lately) >= leastShare && isMoreThanUsual;
}
