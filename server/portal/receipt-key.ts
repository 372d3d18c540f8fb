import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { signedText, type VerifySignature } from '../../lib/receipt/receipt-signature.ts';
import type { PortalSecret } from './portal-secret.ts';

/** The bytes before an Ed25519 key of 32 bytes in PKCS #8, and in SubjectPublicKeyInfo. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** One secret makes one key pair, at every start and on every instance. */
interface ReceiptKey {
  privateKey: KeyObject;
  /** The 32 bytes, base64url. */
  publicKey: string;
}

const keys = new WeakMap<Buffer, ReceiptKey>();

export function receiptKey(secret: Buffer): ReceiptKey {
  const kept = keys.get(secret);
  if (kept) return kept;
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'farebox receipts', 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const key = { privateKey, publicKey: spki.subarray(publicPrefix.length).toString('base64url') };
  keys.set(secret, key);
  return key;
}

export const publishedKey = z
  .strictObject({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string().meta({ description: 'The 32 bytes of the key in base64url.' }),
    otherKeys: z
      .array(z.string())
      .meta({ description: 'Further keys whose signatures are valid, while the secret is changed.' }),
  })
  .meta({ id: 'ReceiptKey', description: 'The public key that verifies the receipts of this portal.' });

/** At an address of its own: whoever holds a receipt against it wants nothing else, and it is of this portal alone. */
export function publishedReceiptKey({ all }: PortalSecret): z.output<typeof publishedKey> {
  const [first, ...others] = all;
  const keyOf = (secret: Buffer) => receiptKey(secret).publicKey;
  return { algorithm: 'Ed25519', publicKey: keyOf(first), otherKeys: others.map(keyOf) };
}

export function signWithReceiptKey<Unsigned extends JsonObject>(unsigned: Unsigned, secret: Buffer) {
  const { privateKey, publicKey } = receiptKey(secret);
  const signature = { algorithm: 'Ed25519' as const, publicKey };
  const text = signedText({ ...unsigned, signature });
  const value = sign(null, Buffer.from(text), privateKey).toString('base64url');
  return { ...unsigned, signature: { ...signature, value } };
}

/** False for whatever is no key or no signature, too. Each has one spelling: base64url ignores the last letter's rest. */
export const verifyEd25519: VerifySignature = ({ text, publicKey, value }) => {
  const [key, signature] = [Buffer.from(publicKey, 'base64url'), Buffer.from(value, 'base64url')];
  if (key.length !== 32 || key.toString('base64url') !== publicKey) return false;
  if (signature.length !== 64 || signature.toString('base64url') !== value) return false;
  const spki = createPublicKey({ key: Buffer.concat([publicPrefix, key]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), spki, signature);
};
