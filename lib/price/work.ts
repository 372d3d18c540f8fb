import { InlineLimit } from '../operation/file-text.ts';

/**
 * Why an expression has no value. Thrown by the evaluator, caught where an expression runs, and returned as a value.
 */
export class Failure extends Error {
  readonly absent: boolean;
  constructor(message: string, absent = false) {
    super(message);
    this.absent = absent;
  }
}

export interface Work {
  left: number;
  /** Whether another thread repeats the work if this budget ends. */
  isInline?: true;
}

/**
 * A list expression whose body measures another long value costs their product. The budget ends it within some tenths
 * of a second. It allows 64 million characters to be counted; 2,000 rows need a hundredth of it.
 */
const workPerPrice = 2_000_000;

/** The price is evaluated again for each field that it reads: some tenths of a second in all. */
const workForEffects = 4_000_000;

/** All prices of one request on the main thread, which other requests wait for: about 10 ms. */
const workInline = 100_000;

export function newWork(): Work {
  return { left: workPerPrice };
}

export function newEffectsWork(): Work {
  return { left: workForEffects };
}

export function newInlineWork(): Work {
  return { left: workInline, isInline: true };
}

export function spend(work: Work, units: number): void {
  work.left -= units;
  if (work.left < 0 && work.isInline) throw new InlineLimit();
  if (work.left < 0) throw new Failure('the price takes too much work for this input');
}
