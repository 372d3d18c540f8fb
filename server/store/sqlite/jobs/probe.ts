import type { Job } from '../writer/job.ts';

/** Changes nothing. Its transaction takes the lock of the file. */
export const probe: Job<'probe'> = {
  publishes: false,
  prepare: () => () => undefined,
};
