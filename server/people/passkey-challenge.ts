import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { UsedChallenge } from '../store/proof.ts';

const lifetimeMs = 5 * 60 * 1000;
const randomPart = 16;
const timePart = 8;
const signaturePart = 32;

/** `purpose`: a challenge to make a passkey is of one person, and cannot be used to sign in. */
type Purpose = 'use' | `make for ${string}`;

/**
 * A challenge that the portal signs instead of storing it: whoever opens the page to sign in gets one. It is written when
 * it is used, so that it is used once.
 */
export function newPasskeyChallenge(secret: Buffer, purpose: Purpose, now: number): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timePart);
  time.writeBigUInt64BE(BigInt(now + lifetimeMs));
  const signed = Buffer.concat([randomBytes(randomPart), time]);
  return new Uint8Array([...signed, ...signatureOf(secret, purpose, signed)]);
}

/** A challenge as the browser returns it; undefined if the portal did not sign it for this, or it has expired. */
export function readPasskeyChallenge(
  { all }: Pick<PortalSecret, 'all'>,
  purpose: Purpose,
  text: string,
  now: number,
): UsedChallenge | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== randomPart + timePart + signaturePart) return undefined;
  const signed = bytes.subarray(0, -signaturePart);
  const given = bytes.subarray(-signaturePart);
  if (!all.some((secret) => timingSafeEqual(given, signatureOf(secret, purpose, signed)))) return undefined;
  const expiresAt = Number(signed.readBigUInt64BE(randomPart));
  return now < expiresAt ? { hash: hash('sha256', bytes), expiresAt } : undefined;
}

function signatureOf(secret: Buffer, purpose: Purpose, signed: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey challenge ${purpose} `).update(signed).digest();
}
