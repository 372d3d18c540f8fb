import { ExplainedError } from '../../lib/problem/explained-error.ts';

/** A backup was not written or restored. Nothing has changed, and the message says why. */
export class BackupRefused extends ExplainedError {
  override name = 'BackupRefused';
}

/** A program of PostgreSQL is missing here, or too old for the server. */
export class ToolUnusable extends BackupRefused {
  override name = 'ToolUnusable';
}
