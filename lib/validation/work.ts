/**
 * What one validation may cost. A step is one look of a schema at a value, or what takes as long: 20 to 60 ns. The
 * largest body of plain values takes some 600,000 steps; all of these, with the faults looked for as well, 80 ms.
 */
export const MAX_STEPS = 1_000_000;

/** Steps that matching a pattern takes in a millisecond. */
const STEPS_PER_MS = 30_000;

/** The budget of one validation, or of several that answer one request. */
export class Work {
  constructor(public left = MAX_STEPS) {}

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooComplex();
  }

  /** Time is the only measure of a pattern's work; it counts for no more than `most` steps, which it cannot take. */
  spendTime(milliseconds: number, most: number): void {
    this.spend(Math.ceil(Math.min(milliseconds * STEPS_PER_MS, most)));
  }
}

/** Thrown where the budget ends. Only `validate` catches it. */
export class TooComplex extends Error {}

/** Thrown where references refer to references without end. Only `validate` catches it. */
export class TooDeep extends Error {}
