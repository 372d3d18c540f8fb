import type { VerifySignature } from '../../lib/receipt/receipt-signature.ts';

/** Why a browser cannot say whether a signature holds. */
export class CannotVerify extends Error {
  override name = 'CannotVerify';
}

/** Ed25519 by the browser itself. False for whatever is no key or no signature, too; each has one spelling. */
export const verifyEd25519: VerifySignature = async ({ text, publicKey, value }) => {
  const [key, signature] = [bytesOf(publicKey, 32), bytesOf(value, 64)];
  if (!key || !signature) return false;
  const { subtle } = globalThis.crypto;
  // Browsers have it on pages that come over https, or from the machine itself.
  if (!(subtle instanceof SubtleCrypto))
    throw new CannotVerify('Browsers check signatures on HTTPS pages only.');
  try {
    const imported = await subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
    return await subtle.verify({ name: 'Ed25519' }, imported, signature, new TextEncoder().encode(text));
  } catch (cause) {
    throw new CannotVerify('This browser does not support Ed25519.', { cause });
  }
};

/** Base64url, in its one spelling and of that length. */
function bytesOf(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text) || text.length > 200) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  if (base64.length % 4 === 1) return undefined;
  const binary = atob(base64);
  if (binary.length !== length) return undefined;
  const spelt = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return spelt === text ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : undefined;
}
