import { auditedSteps } from '../../sql/job.ts';
import { sharedJob, sharedJobs, type SharedVerb } from '../../sql/shared-jobs.ts';
import type { Verb } from '../../writer.ts';
import { hold } from '../jobs/hold.ts';
import { markChecked } from '../jobs/mark-checked.ts';
import { move } from '../jobs/move.ts';
import { probe } from '../jobs/probe.ts';
import { prune } from '../jobs/prune.ts';
import { recover, settle } from '../jobs/settle.ts';
import { shortenFile } from '../jobs/shorten-file.ts';
import { prepareSteps } from '../run-steps.ts';
import type { Job } from './job.ts';

/** What runs each verb of the writer: a job of both engines, or a file in `jobs/`. */
export const jobs: { [Name in Verb]: Job<Name> } = {
  ...asJobs([...sharedJobs.values()].map(({ name }) => [name, sqliteJob(name)])),
  hold,
  'mark-checked': markChecked,
  move,
  probe,
  prune,
  recover,
  settle,
  'shorten-file': shortenFile,
};

/** A shared job as one of the thread. */
function sqliteJob<Name extends SharedVerb>(verb: Name): Job<Name> {
  const job = sharedJob(verb);
  return {
    publishes: job.publishes,
    prepare(database) {
      const run = prepareSteps(database);
      return (payload, author) => run(auditedSteps(job, payload, author));
    },
  };
}

/** Each job is under the verb of the shared job that it was made of. */
function asJobs(shared: [string, unknown][]) {
  return Object.fromEntries(shared) as { [Name in SharedVerb]: Job<Name> };
}
