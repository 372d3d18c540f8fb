import type { Balance, Grant } from '../../ledger.ts';
import type { Author } from '../../author.ts';
import type { SharedJob, SharedVerb } from '../../sql/shared-job.ts';
import { auditedSteps } from '../../sql/audited-steps.ts';
import { sharedJobs } from '../../sql/shared-jobs.ts';
import { prepareGrant } from '../jobs/grant.ts';
import { prepareSteps } from '../run-steps.ts';
import type { Job } from './job.ts';

type SharedJobs = { [Name in SharedVerb]: Job<Name> };

/** The shared jobs as jobs of the thread. */
export const sharedSqliteJobs = asJobs(
  Object.entries(sharedJobs).map(([verb, job]) => [verb, sqliteJob(verb, job)]),
);

/** A shared job with any payload. */
function sqliteJob(verb: string, job: SharedJob<never>): Job<never> {
  return {
    publishes: job.publishes,
    prepare(database) {
      const run = prepareSteps(database);
      let grant: ((grant: Grant) => Balance) | undefined;
      const engine = {
        *grant(given: Grant) {
          grant ??= prepareGrant(database);
          return grant(given);
        },
      };
      return (payload: never, author: Author) => run(auditedSteps({ verb, job, payload, author }, engine));
    },
  };
}

/** Each job is under the verb of the shared job that it was made of. */
function asJobs(jobs: [string, unknown][]): SharedJobs {
  return Object.fromEntries(jobs) as SharedJobs;
}
