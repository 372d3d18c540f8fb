import { Problem } from './problem.ts';

export function invalidParameter(parameter: string, detail: string): Problem {
  return new Problem('invalid-parameter', detail, [{ parameter, detail }]);
}
