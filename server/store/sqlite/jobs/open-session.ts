import type { Job } from '../writer/job.ts';

export interface OpenSessionPayload {
  /** SHA-256 of the token in the cookie. */
  hash: string;
  apiKeyKey: number;
  now: number;
  expiresAt: number;
  /** The previous session of the same browser. */
  instead: string | null;
}

/** A person uses some browsers. Beyond this the oldest sessions of a key end, which limits the table. */
const mostOfKey = 50;
/** Each sign-in deletes up to this many expired sessions. */
const mostDropped = 100;

export const openSession: Job<OpenSessionPayload, undefined> = {
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
