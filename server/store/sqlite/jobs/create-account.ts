import type { Job } from '../writer/job.ts';
import { prepareGrant } from './grant.ts';
import { createAccountPayload } from '../../account-changes.ts';

/** Creates an account with its first credits. Where these cannot be issued, there is no account either. */
export const createAccount: Job<'create-account'> = {
  payload: createAccountPayload,
  publishes: false,
  prepare(database) {
    const find = database.prepare<[string], string>('SELECT id FROM Account WHERE name = ?').pluck();
    const insert = database.prepare('INSERT INTO Account (id, name, createdAt) VALUES (?, ?, ?)');
    const grant = prepareGrant(database);
    return ({ id, name, now, credits = 0 }) => {
      const takenBy = find.get(name) ?? null;
      if (takenBy !== null) return { takenBy };
      insert.run(id, name, now);
      if (credits > 0)
        grant({ purseId: id, credits, kind: 'grant', reason: 'Given with the account', nowMs: now });
      return { takenBy: null };
    };
  },
};
