import type { Job } from '../writer/job.ts';

/** Ends a session. One that is over already is as it should be. */
export const closeSession: Job<'close-session'> = {
  publishes: 'sessions',
  prepare(database) {
    const remove = database.prepare('DELETE FROM Session WHERE hash = ?');
    return ({ hash }) => void remove.run(hash);
  },
};
