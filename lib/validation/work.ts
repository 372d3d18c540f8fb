/**
 * What one validation may cost. A step is one look of a schema at a value, or what takes as long: 10 to 80 ns. A body
 * of 1 MiB has at most 525,000 values, and all of these steps take less than 100 ms.
 */
export const MAX_STEPS = 800_000;

/** What finding the faults of a value may cost, which is known to be wrong by then. */
export const STEPS_TO_EXPLAIN = 500_000;

/** Steps that a millisecond of matching patterns counts for. */
const STEPS_PER_MS = 16_000;

/** The budget of one validation, or of several that answer one request. */
export class Work {
  constructor(public left: number = MAX_STEPS) {}

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooComplex();
  }

  /** Time is the only measure of a pattern's work; it counts for no more than `most` steps, which it cannot take. */
  spendTime(milliseconds: number, most: number): void {
    this.spend(Math.ceil(Math.min(milliseconds * STEPS_PER_MS, most)));
  }

  hasTime(milliseconds: number): boolean {
    return milliseconds * STEPS_PER_MS <= this.left;
  }
}

/** Thrown where the budget ends. Only `validate` catches it. */
export class TooComplex extends Error {}

/** Thrown where references refer to references without end. Only `validate` catches it. */
export class TooDeep extends Error {}
