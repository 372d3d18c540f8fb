import type { JsonObject } from '../json/json.ts';
import type { ProblemCode } from './problems.ts';

/** What is at fault: a place in the body, or a parameter of the address. */
export type Fault = { pointer: string; detail: string } | { parameter: string; detail: string };

const brand = Symbol.for('farebox.problem');

/**
 * An error of the closed set, on its way to the one place that makes a status of it. The server and Next each load
 * this module for themselves, so that a Problem is known by its brand, not by its class.
 */
export class Problem extends Error {
  readonly [brand] = true;

  static override [Symbol.hasInstance](value: unknown): value is Problem {
    return typeof value === 'object' && value !== null && brand in value;
  }

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly errors: readonly Fault[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
    /** Further members of the answer, for programs. */
    readonly members: Readonly<JsonObject> = {},
  ) {
    super(`${code}: ${detail}`);
  }
}
