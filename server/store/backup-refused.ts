import { ExplainedError } from '../../lib/problem/explained-error.ts';

/** A backup was not written or restored. Nothing has changed, and the message says why. */
export class BackupRefused extends ExplainedError {
  override name = 'BackupRefused';
}
