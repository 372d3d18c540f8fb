import type { Author } from '../author.ts';
import type { EngineSteps, SharedJob } from './shared-job.ts';
import type { Steps } from './statement.ts';
import { writeAudit } from './write-audit.ts';

/** A shared job with any payload, and who asked for it. */
export interface AuditedJob {
  verb: string;
  job: SharedJob<never>;
  payload: never;
  author: Author;
}

/** The steps of a job and of its audit entry. */
export function* auditedSteps({ verb, job, payload, author }: AuditedJob, engine: EngineSteps): Steps<never> {
  const result = yield* job.steps(payload, engine);
  const change = job.audit && job.audit(payload, result, author);
  if (change) yield* writeAudit(verb, author, change);
  return result;
}
