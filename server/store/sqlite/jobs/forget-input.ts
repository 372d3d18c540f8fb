import type { Job } from '../writer/job.ts';
import { prepareForget } from './prepare-forget.ts';

/** Deletes the input of a call; its hash stays with the receipt. */
export const forgetInput: Job<'forget-input'> = {
  publishes: false,
  prepare(database) {
    const forget = prepareForget(database, 'CallInput');
    return ({ callKey }) => ({ forgotten: forget(callKey) });
  },
};
