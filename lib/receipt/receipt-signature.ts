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
