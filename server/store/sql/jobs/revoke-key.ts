import type { z } from 'zod';
import type { RevokeKeyResult, revokeKeyPayload } from '../../account-changes.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ revokedAt: number | Date | null }>('SELECT revokedAt FROM ApiKey WHERE id = ?');
const revoke = statement('UPDATE ApiKey SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL');

export function* revokeKey({ id, now }: z.output<typeof revokeKeyPayload>): Steps<RevokeKeyResult> {
  const key = yield* first(find, id);
  if (!key) return { found: false };
  yield* run(revoke, timeOf(now), id);
  return { found: true, before: msOf(key.revokedAt) };
}
