import { z } from 'zod';
import type { Job } from '../writer/job.ts';

const cap = z.int().min(0).nullable();

const payload = z.strictObject({
  /** `key_` and random letters. */
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  /** SHA-256 of the key, which is not stored itself. */
  hash: z.string(),
  hint: z.string(),
  operator: z.boolean(),
  now: z.int(),
  expiresAt: z.int().nullable(),
  capDay: cap,
  capMonth: cap,
  capTotal: cap,
  /** The limit of active keys. At the limit, nothing is created. */
  most: z.int().min(0).optional(),
});

export type CreateKeyPayload = z.output<typeof payload>;

/** `created` is false if the account does not exist or has reached its limit. */
export const createKey: Job<CreateKeyPayload, { created: boolean }> = {
  payload,
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
