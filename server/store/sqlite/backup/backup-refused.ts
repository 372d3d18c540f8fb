import { ExplainedError } from '../../../../lib/problem/explained-error.ts';

/** A backup was not written or not restored, and nothing has changed; the message says why. */
export class BackupRefused extends ExplainedError {
  override name = 'BackupRefused';
}
