import { ProblemError } from './problem-error.ts';

/** The server's sentences for the fields of a request, by name: `name`, or `caps/day`. */
export function faultsByField(error: Error | null): Record<string, string> {
  if (!(error instanceof ProblemError)) return {};
  const errors = error.problem.errors ?? [];
  return Object.fromEntries(errors.map(({ pointer = '', detail }) => [pointer.slice(1), detail]));
}
