import { createHash } from 'node:crypto';
import { type PortalSecret, portalSecret, type SecretList } from './portal-secret.ts';

/** Tells secrets apart, and nothing of the secret. */
export function secretFingerprint(secret: Buffer): string {
  return createHash('sha256').update('farebox secret\0').update(secret).digest('hex').slice(0, 32);
}

/** The secret of a portal, of which one with a fingerprint makes names. */
export function secretNamedBy(fingerprint: string | undefined, all: SecretList): PortalSecret {
  return portalSecret(
    all,
    all.find((secret) => secretFingerprint(secret) === fingerprint),
  );
}
