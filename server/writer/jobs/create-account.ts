import type { Job } from '../job.ts';

export interface CreateAccountPayload {
  /** acc_ and random letters. */
  id: string;
  name: string;
  now: number;
}

/** `takenBy`: the account that has the name already; then nothing was made. */
export interface CreateAccountResult {
  takenBy: string | null;
}

export const createAccount: Job<CreateAccountPayload, CreateAccountResult> = {
  publishes: false,
  prepare(database) {
    const find = database.prepare<[string], string>('SELECT id FROM Account WHERE name = ?').pluck();
    const insert = database.prepare('INSERT INTO Account (id, name, createdAt) VALUES (@id, @name, @now)');
    return (account) => {
      const takenBy = find.get(account.name) ?? null;
      if (takenBy === null) insert.run(account);
      return { takenBy };
    };
  },
};
