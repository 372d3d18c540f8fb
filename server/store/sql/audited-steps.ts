import type { Author } from '../author.ts';
import { checkAuthor } from './check-author.ts';
import type { EngineSteps, SharedJob } from './shared-job.ts';
import type { Steps } from './statement.ts';
import { storeRequest } from './store-request.ts';
import { writeAudit } from './write-audit.ts';

/** A shared job with any payload, and who asked for it. */
export interface AuditedJob {
  verb: string;
  job: SharedJob<never>;
  payload: never;
  author: Author;
}

/** The check of the author, the steps of a job, of its audit entry, and of the request that asked for it once. */
export function* auditedSteps({ verb, job, payload, author }: AuditedJob, engine: EngineSteps): Steps<never> {
  yield* checkAuthor(author);
  const result = yield* job.steps(payload, engine);
  const change = job.audit && job.audit(payload, result, author);
  if (change) yield* writeAudit(verb, author, change);
  // What changes nothing now could change something when the request is repeated.
  if (author.once) yield* storeRequest(author.once, result);
  return result;
}
