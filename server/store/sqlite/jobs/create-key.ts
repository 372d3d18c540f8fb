import type { Job } from '../writer/job.ts';

export interface CreateKeyPayload {
  /** key_ and random letters. */
  id: string;
  accountId: string;
  name: string;
  /** SHA-256 of the key. The key itself stays with whoever made it. */
  hash: string;
  hint: string;
  operator: boolean;
  now: number;
  expiresAt: number | null;
  capDay: number | null;
  capMonth: number | null;
  capTotal: number | null;
  /** Nothing is made where the account has so many that are not revoked. */
  most?: number;
}

/** `created` is false where no account has the id, or it has the most keys already. A key that is new was kept nowhere: there is nothing to drop. */
export const createKey: Job<CreateKeyPayload, { created: boolean }> = {
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
