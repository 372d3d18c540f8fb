import type { Job } from '../writer/job.ts';
import { prepareForget } from './prepare-forget.ts';

/** Deletes the input of a call. Its hash stays in the receipt. */
export const forgetInput: Job<{ callKey: number }, { forgotten: boolean }> = {
  publishes: false,
  prepare(database) {
    const forget = prepareForget(database, 'CallInput');
    return ({ callKey }) => ({ forgotten: forget(callKey) });
  },
};
