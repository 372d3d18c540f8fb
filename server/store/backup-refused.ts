import { ExplainedError } from '../../lib/problem/explained-error.ts';

/** A backup was not written or restored. Nothing has changed, and the message says why. */
export class BackupRefused extends ExplainedError {
  override name = 'BackupRefused';
}

/** A program of PostgreSQL is missing here, is too old for the server, or cannot reach it directly. */
export class ToolUnusable extends BackupRefused {
  override name = 'ToolUnusable';
}
