import type { Job } from '../writer/job.ts';
import { revokeKeyPayload } from '../../account-changes.ts';

export const revokeKey: Job<'revoke-key'> = {
  payload: revokeKeyPayload,
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
