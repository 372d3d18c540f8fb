import { ExplainedError } from '../lib/problem/explained-error.ts';

/** The command cannot be done; the message is a sentence that says what to do instead. */
export class Refusal extends ExplainedError {
  override name = 'Refusal';
}
