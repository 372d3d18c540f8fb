import type { JsonObject } from '../json/json.ts';
import type { ProblemCode } from './problems.ts';

/** The part at fault: a place in the body, or a query parameter. */
export type Fault = { pointer: string; detail: string } | { parameter: string; detail: string };

const brand = Symbol.for('farebox.problem');

/**
 * An error of the closed set, for the one place that turns it into a status. The server and Next load this module
 * separately, so a Problem is recognised by its brand, not by its class.
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
    /** Additional members of the response, for programs. */
    readonly members: Readonly<JsonObject> = {},
  ) {
    super(`${code}: ${detail}`);
  }
}

/** The code of an error: every error that is not a Problem is the portal's own fault. */
export function problemCodeOf(error: unknown): ProblemCode {
  return error instanceof Problem ? error.code : 'internal';
}

/** The message says what is wrong and how to fix it. Commands print only the message. */
export class ExplainedError extends Error {}

export function invalidBody(errors: { pointer: string; detail: string }[]): Problem {
  const [first] = errors;
  return new Problem('validation', `${first?.pointer || 'The body'}: ${first?.detail}`, errors);
}

export function invalidParameter(parameter: string, detail: string): Problem {
  return new Problem('invalid-parameter', detail, [{ parameter, detail }]);
}
