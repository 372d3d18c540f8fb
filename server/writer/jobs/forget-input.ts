import type { Job } from '../job.ts';

/** Deletes the input of a call; its hash stays with the receipt. */
export const forgetInput: Job<{ callKey: number }, { forgotten: boolean }> = {
  publishes: false,
  prepare(database) {
    const remove = database.prepare<[number]>('DELETE FROM CallInput WHERE callKey = ?');
    return ({ callKey }) => ({ forgotten: remove.run(callKey).changes === 1 });
  },
};
