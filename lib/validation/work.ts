import { InlineLimit } from '../operation/inline-limit.ts';

/**
 * The budget of one validation. A step is one look of a schema at a value, or as much other work: 10 to 80 ns. A body
 * of 1 MiB has at most 525,000 values, and all of these steps take less than 100 ms.
 */
export const MAX_STEPS = 800_000;

/** The budget for finding the faults of a value that is known to be wrong. */
export const MAX_STEPS_TO_EXPLAIN = 500_000;

/** The budget of all that one request validates on the main thread: 8 ms at most. */
const MAX_STEPS_INLINE = 80_000;

/** Steps that a millisecond of matching patterns counts for. */
const STEPS_PER_MS = 16_000;

/** The budget of one validation, or of several that answer one request. */
export class Work {
  constructor(public left: number = MAX_STEPS) {}

  /** The budget for an explanation, which is there even if the verdict took all steps. */
  get forExplanation(): number {
    return MAX_STEPS_TO_EXPLAIN;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) this.end();
  }

  end(): never {
    throw new TooComplex();
  }

  /** Time is the only measure of a pattern's work; it counts for no more than `most` steps, which it cannot take. */
  spendTime(milliseconds: number, most: number): void {
    this.spend(Math.ceil(Math.min(milliseconds * STEPS_PER_MS, most)));
  }

  hasTime(milliseconds: number): boolean {
    return milliseconds * STEPS_PER_MS <= this.left;
  }
}

/** A smaller budget, for threads that others wait for. Where it ends, nothing is known: a thread must start anew. */
export class InlineWork extends Work {
  constructor() {
    super(MAX_STEPS_INLINE);
  }

  override get forExplanation(): number {
    return this.left;
  }

  override end(): never {
    throw new InlineLimit();
  }
}

/** Thrown where the budget ends. Only `validate` catches it. */
export class TooComplex extends Error {}

/** Thrown where references refer to references without end. Only `validate` catches it. */
export class TooDeep extends Error {}
