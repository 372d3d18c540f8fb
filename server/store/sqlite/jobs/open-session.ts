import type { Job } from '../writer/job.ts';

/** A person has some browsers. Past this the oldest sessions of a key end, so that no key fills the table. */
const mostOfKey = 50;
/** Each sign-in deletes up to this many expired sessions. */
const mostDropped = 100;

export const openSession: Job<'open-session'> = {
  publishes: 'sessions',
  prepare(database) {
    const insert = database.prepare(
      'INSERT INTO Session (hash, apiKeyKey, createdAt, expiresAt) VALUES (@hash, @apiKeyKey, @now, @expiresAt)',
    );
    const drop = database.prepare('DELETE FROM Session WHERE hash = ?');
    const dropOver = database.prepare(
      'DELETE FROM Session WHERE hash IN (SELECT hash FROM Session WHERE expiresAt <= ? LIMIT ?)',
    );
    const dropOldest = database.prepare(
      `DELETE FROM Session WHERE hash IN
         (SELECT hash FROM Session WHERE apiKeyKey = ? ORDER BY createdAt DESC, hash LIMIT -1 OFFSET ?)`,
    );
    return ({ instead, ...session }) => {
      if (instead !== null) drop.run(instead);
      dropOver.run(session.now, mostDropped);
      dropOldest.run(session.apiKeyKey, mostOfKey - 1);
      insert.run(session);
    };
  },
};
