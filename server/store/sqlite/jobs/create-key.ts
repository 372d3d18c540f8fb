import type { Job } from '../writer/job.ts';
import { createKeyPayload } from '../../account-changes.ts';

/** A key that is new was kept nowhere: there is nothing to drop. */
export const createKey: Job<'create-key'> = {
  payload: createKeyPayload,
  publishes: false,
  prepare(database) {
    const insert = database.prepare(
      `INSERT INTO ApiKey (id, accountKey, name, hash, hint, operator, createdAt, expiresAt, capDay, capMonth, capTotal)
       SELECT @id, key, @name, @hash, @hint, @operator, @now, @expiresAt, @capDay, @capMonth, @capTotal
         FROM Account WHERE id = @accountId
          AND (@most IS NULL OR
               (SELECT count(*) FROM ApiKey k WHERE k.accountKey = Account.key AND k.revokedAt IS NULL) < @most)`,
    );
    return ({ most = null, ...key }) => {
      const { changes } = insert.run({ ...key, most, operator: Number(key.operator) });
      return { created: changes === 1 };
    };
  },
};
