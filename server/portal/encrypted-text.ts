import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a text is for. Each purpose has a key of its own, and each row of a table its own `owner`. */
export interface EncryptionPurpose {
  purpose:
    | 'webhook secrets'
    | 'operator requests'
    | 'second factors'
    | 'sign-ins elsewhere'
    | 'upstream credentials';
  /** The id of the row. A text that was copied to another row cannot be read. */
  owner: string;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text with a key from the portal's secret: AES-256-GCM. */
export function encryptText(secret: Buffer, { purpose, owner }: EncryptionPurpose, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), iv).setAAD(Buffer.from(owner));
  const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${bytes.toString('base64url')}`;
}

/** Undefined if the text was changed, or encrypted with another secret than these. */
export function decryptText(
  secrets: readonly Buffer[],
  purpose: EncryptionPurpose,
  encrypted: string,
): string | undefined {
  for (const secret of secrets) {
    const text = decryptWith(secret, purpose, encrypted);
    if (text !== undefined) return text;
  }
  return undefined;
}

function decryptWith(
  secret: Buffer,
  { purpose, owner }: EncryptionPurpose,
  encrypted: string,
): string | undefined {
  const [given, encoded = ''] = encrypted.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (given !== version || bytes.length < ivBytes + tagBytes) return undefined;
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()];
    return Buffer.concat(text).toString();
  } catch {
    return undefined;
  }
}

function keyFor(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `farebox ${purpose}`, 32));
}
