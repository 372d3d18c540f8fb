import { canonicalJson, isJsonObject, type JsonObject } from '../json/json.ts';

/** The signed text: the whole receipt including the key, without the value of the signature. */
export function signedText(receipt: JsonObject): string {
  const { signature } = receipt;
  if (!isJsonObject(signature)) return canonicalJson(receipt);
  const { value: _itself, ...rest } = signature;
  return canonicalJson({ ...receipt, signature: rest });
}

/** Ed25519 by WebCrypto in browsers and by node:crypto elsewhere. Keys and signatures are base64url. */
export type VerifySignature = (signed: {
  text: string;
  publicKey: string;
  value: string;
}) => boolean | Promise<boolean>;

/** `holds`: the owner of the key wrote the receipt, and it is unchanged. The caller must know whose key it is. */
export async function checkSignature(
  receipt: JsonObject,
  verify: VerifySignature,
): Promise<{ holds: boolean; publicKey: string | null }> {
  const { signature } = receipt;
  if (!isJsonObject(signature)) return { holds: false, publicKey: null };
  const { algorithm, publicKey, value } = signature;
  if (algorithm !== 'Ed25519' || typeof publicKey !== 'string' || typeof value !== 'string')
    return { holds: false, publicKey: null };
  return { holds: await verify({ text: signedText(receipt), publicKey, value }), publicKey };
}

/** Why a browser cannot check a signature. */
class CannotVerify extends Error {
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
