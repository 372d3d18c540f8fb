import { z } from 'zod';
import type { Job } from '../writer/job.ts';
import { prepareGrant } from './grant.ts';

const payload = z.strictObject({
  /** `acc_` and random letters. */
  id: z.string(),
  name: z.string(),
  now: z.int(),
  /** Initial credits; none by default. */
  credits: z.int().min(0).optional(),
});

export type CreateAccountPayload = z.output<typeof payload>;

/** `takenBy`: the account that already has the name. Then nothing is created. */
export interface CreateAccountResult {
  takenBy: string | null;
}

/** Creates an account with its initial credits, or neither. */
export const createAccount: Job<CreateAccountPayload, CreateAccountResult> = {
  payload,
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
