import type { RotateKeyPayload } from '../../account-changes.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';
import { endEarlierSecret } from './end-earlier-secret.ts';

const rotate = statement(
  `UPDATE ApiKey SET earlierHash = hash, earlierEndsAt = ?, hash = ?, hint = ?
    WHERE id = ? AND revokedAt IS NULL`,
);
const shortenSessions = statement(
  `UPDATE Session SET expiresAt = ? WHERE expiresAt > ? AND apiKeyKey = (SELECT key FROM ApiKey WHERE id = ?)`,
);

/**
 * Sessions that were opened with the secret of before end with it, and those of an even earlier one end at once. Caps and
 * spending stay as they are.
 */
export function* rotateKey({
  id,
  hash,
  hint,
  now,
  earlierEndsAt,
}: RotateKeyPayload): Steps<{ rotated: boolean }> {
  yield* endEarlierSecret({ id, now });
  const ends = timeOf(earlierEndsAt);
  if ((yield* run(rotate, ends, hash, hint, id)) === 0) return { rotated: false };
  yield* run(shortenSessions, ends, ends, id);
  return { rotated: true };
}
