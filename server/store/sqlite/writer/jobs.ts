import type { Verb } from '../../writer-verbs.ts';
import type { Job } from './job.ts';
import { sharedSqliteJobs } from './shared-sqlite-jobs.ts';
import { grant } from '../jobs/grant.ts';
import { hold } from '../jobs/hold.ts';
import { markChecked } from '../jobs/mark-checked.ts';
import { placeOperations } from '../jobs/place-operations.ts';
import { prune } from '../jobs/prune.ts';
import { publish } from '../jobs/publish.ts';
import { publishApi } from '../jobs/publish-api.ts';
import { recover } from '../jobs/recover.ts';
import { refreshProducts } from '../jobs/refresh-products.ts';
import { refreshStaleProducts } from '../jobs/refresh-stale-products.ts';
import { removeApi } from '../jobs/remove-api.ts';
import { setStatus } from '../jobs/set-status.ts';
import { settle } from '../jobs/settle.ts';
import { shortenFile } from '../jobs/shorten-file.ts';

/** What runs each verb of the writer: a job of both engines, or a file in `jobs/`. */
export const jobs: { [Name in Verb]: Job<Name> } = {
  ...sharedSqliteJobs,
  grant,
  hold,
  'mark-checked': markChecked,
  'place-operations': placeOperations,
  prune,
  publish,
  'publish-api': publishApi,
  recover,
  'refresh-products': refreshProducts,
  'refresh-stale-products': refreshStaleProducts,
  'remove-api': removeApi,
  'set-status': setStatus,
  settle,
  'shorten-file': shortenFile,
};
