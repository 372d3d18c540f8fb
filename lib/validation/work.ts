import type { JsonValue } from '../json/json.ts';
import { InlineLimit } from '../operation/file-text.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { Coverage } from './coverage.ts';

/**
 * The budget of one validation. A step is one check of a schema, or as much other work: 10 to 80 ns. A body of 1 MiB
 * has at most 525,000 values, and all steps take less than 100 ms.
 */
export const maxSteps = 800_000;

export const maxStepsToExplain = 500_000;

/** The validation budget of a request on the main thread: 8 ms at most. */
const maxStepsInline = 80_000;

/** Steps for a millisecond of pattern matching. */
const stepsPerMs = 16_000;

/** The budget of one validation, or of several for one request. */
export class Work {
  constructor(public left: number = maxSteps) {}

  /** The budget for an explanation, available even if the verdict used up its own. */
  get forExplanation(): number {
    return maxStepsToExplain;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) this.end();
  }

  end(): never {
    throw new TooComplex();
  }

  /** Only time measures the work of a pattern. It counts for at most `most` steps, its known upper limit. */
  spendTime(milliseconds: number, most: number): void {
    this.spend(Math.ceil(Math.min(milliseconds * stepsPerMs, most)));
  }

  hasTime(milliseconds: number): boolean {
    return milliseconds * stepsPerMs <= this.left;
  }
}

/** A smaller budget for the main thread. When it is exceeded, nothing is known, and another thread starts again. */
export class InlineWork extends Work {
  constructor() {
    super(maxStepsInline);
  }

  override get forExplanation(): number {
    return this.left;
  }

  override end(): never {
    throw new InlineLimit();
  }
}

/** Thrown when the budget is exceeded. Only `validate` catches it. */
export class TooComplex extends Error {}

/** Thrown when references nest too deeply. Only `validate` catches it. */
export class TooDeep extends Error {}

/** Verdicts of schemas on values, for the keywords that have schemas in them. */
export interface Walk {
  readonly work: Work;
  /** Whether a value is valid. Where it is, `coverage` gets the parts of it that were looked at. */
  holds(node: SchemaNode, value: JsonValue, coverage?: Coverage): boolean;
  cover(coverage: Coverage, more: Coverage): void;
}
