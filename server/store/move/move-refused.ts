import { ExplainedError } from '../../../lib/problem/problem.ts';

/** The data was not moved. The message says why, and what to do. */
export class MoveRefused extends ExplainedError {
  override name = 'MoveRefused';
}
