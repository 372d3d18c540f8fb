import type { Job } from '../writer/job.ts';

/** Ends a session. A missing session is no error. */
export const closeSession: Job<{ hash: string }, undefined> = {
  publishes: 'sessions',
  prepare(database) {
    const remove = database.prepare('DELETE FROM Session WHERE hash = ?');
    return ({ hash }) => void remove.run(hash);
  },
};
