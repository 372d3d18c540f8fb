import { canonicalJson, isJsonObject, type JsonObject } from '../json/json.ts';

/** The text that is signed: the whole receipt, the key included, all but the value of the signature itself. */
export function signedText(receipt: JsonObject): string {
  const { signature } = receipt;
  if (!isJsonObject(signature)) return canonicalJson(receipt);
  const { value: _itself, ...rest } = signature;
  return canonicalJson({ ...receipt, signature: rest });
}

/** Ed25519, of WebCrypto in a browser and of node:crypto elsewhere. Keys and signatures are base64url. */
export type VerifySignature = (signed: {
  text: string;
  publicKey: string;
  value: string;
}) => boolean | Promise<boolean>;

/** `holds`: whoever has the key wrote this receipt, and nobody changed it since. Whose the key is, the caller knows. */
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
