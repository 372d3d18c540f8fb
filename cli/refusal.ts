import { ExplainedError } from '../lib/problem/explained-error.ts';

/** The command cannot be done. The message says why, and what to do instead. */
export class Refusal extends ExplainedError {
  override name = 'Refusal';
}
