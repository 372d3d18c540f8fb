import type { Verb } from '../../writer-verbs.ts';
import type { Job } from './job.ts';
import { sharedSqliteJobs } from './shared-sqlite-jobs.ts';
import { hold } from '../jobs/hold.ts';
import { markChecked } from '../jobs/mark-checked.ts';
import { move } from '../jobs/move.ts';
import { probe } from '../jobs/probe.ts';
import { prune } from '../jobs/prune.ts';
import { recover } from '../jobs/recover.ts';
import { settle } from '../jobs/settle.ts';
import { shortenFile } from '../jobs/shorten-file.ts';

/** What runs each verb of the writer: a job of both engines, or a file in `jobs/`. */
export const jobs: { [Name in Verb]: Job<Name> } = {
  ...sharedSqliteJobs,
  hold,
  'mark-checked': markChecked,
  move,
  probe,
  prune,
  recover,
  settle,
  'shorten-file': shortenFile,
};
