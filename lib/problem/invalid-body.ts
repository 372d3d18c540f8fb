import { Problem } from './problem.ts';

export function invalidBody(errors: { pointer: string; detail: string }[]): Problem {
  const [first] = errors;
  return new Problem('validation', `${first?.pointer || 'The body'}: ${first?.detail}`, errors);
}
