/** Why an expression has no value. Thrown by the evaluator, caught where an expression is run, and told as a value. */
export class Failure extends Error {
  readonly absent: boolean;
  constructor(message: string, absent = false) {
    super(message);
    this.absent = absent;
  }
}

/** How much one expression may still do. */
export interface Work {
  left: number;
}

/**
 * A list expression whose body measures another long value costs their product. The budget ends it within some
 * tens of milliseconds, and is a hundred times what a list of 1,000 rows needs.
 */
const WORK_PER_EXPRESSION = 4_000_000;

export function newWork(): Work {
  return { left: WORK_PER_EXPRESSION };
}

export function spend(work: Work, units: number): void {
  work.left -= units;
  if (work.left < 0) throw new Failure('the expression takes too much work for this input');
}
