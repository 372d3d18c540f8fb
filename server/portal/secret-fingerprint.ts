import { createHash } from 'node:crypto';

/** Tells secrets apart, and nothing of the secret. */
export function secretFingerprint(secret: Buffer): string {
  return createHash('sha256').update('farebox secret\0').update(secret).digest('hex').slice(0, 32);
}
