import { z } from 'zod';
import type { Job } from '../writer/job.ts';

const payload = z.strictObject({ id: z.string(), now: z.int() });

/** `before`: the time of an earlier revocation. */
export type RevokeKeyResult = { found: false } | { found: true; before: number | null };

export const revokeKey: Job<z.output<typeof payload>, RevokeKeyResult> = {
  payload,
  publishes: 'keys',
  prepare(database) {
    const find = database.prepare<[string], { revokedAt: number | null }>(
      'SELECT revokedAt FROM ApiKey WHERE id = ?',
    );
    const revoke = database.prepare('UPDATE ApiKey SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL');
    return ({ id, now }) => {
      const key = find.get(id);
      if (!key) return { found: false };
      revoke.run(now, id);
      return { found: true, before: key.revokedAt };
    };
  },
};
