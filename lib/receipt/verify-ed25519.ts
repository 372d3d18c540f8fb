import type { VerifySignature } from './receipt-signature.ts';

/** Why a browser cannot check a signature. */
export class CannotVerify extends Error {
  override name = 'CannotVerify';
}

/**
 * Verifies Ed25519 with Web Crypto. Returns false for malformed keys and signatures, too; only one encoding of each is
 * valid.
 */
export const verifyEd25519: VerifySignature = async ({ text, publicKey, value }) => {
  const [key, signature] = [bytesOf(publicKey, 32), bytesOf(value, 64)];
  if (!key || !signature) return false;
  const { subtle } = globalThis.crypto;
  // Browsers offer it on https and localhost only.
  if (!(subtle instanceof SubtleCrypto))
    throw new CannotVerify('Browsers check signatures on HTTPS pages only.');
  try {
    const imported = await subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
    return await subtle.verify({ name: 'Ed25519' }, imported, signature, new TextEncoder().encode(text));
  } catch (cause) {
    throw new CannotVerify('This browser does not support Ed25519.', { cause });
  }
};

/** Decodes base64url of exactly this length, in its canonical form. */
function bytesOf(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text) || text.length > 200) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  if (base64.length % 4 === 1) return undefined;
  const binary = atob(base64);
  if (binary.length !== length) return undefined;
  const spelt = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return spelt === text ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : undefined;
}
