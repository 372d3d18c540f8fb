import { type AuditEntry, type SignedEnd, signedEnd, signVerb } from '../../lib/audit/audit-entry.ts';
import { signedText } from '../../lib/receipt/receipt-signature.ts';
import { verifyEd25519 } from '../calls/receipt-key.ts';
import { firstPrevious, hashEntry } from './hash-entry.ts';

/** Where a check of entries goes on. */
export interface AuditPlace {
  number: number;
  hash: string;
}

/** Before the first entry. */
export const auditStart: AuditPlace = { number: 0, hash: firstPrevious };

/** A sentence for the fault of the next entry; undefined if it follows the one before and has its own hash. */
export function faultOfEntry(entry: AuditEntry, before: AuditPlace): string | undefined {
  const expected = before.number + 1;
  if (entry.number > expected)
    return entry.number === expected + 1
      ? `Entry ${expected} is missing.`
      : `The entries ${expected} to ${entry.number - 1} are missing.`;
  if (entry.number < expected) return `Entry ${entry.number} comes after entry ${before.number}.`;
  if (hashEntry(entry) !== entry.hash) return `Entry ${entry.number} was changed: its hash does not match.`;
  if (entry.previous !== before.hash)
    return `Entry ${entry.number} does not follow entry ${before.number}: one of them was replaced.`;
  return undefined;
}

/**
 * The signature of the entry before, if an entry has one; `'forged'` if it does not match. The caller must know whose
 * key it is.
 */
export function signatureIn({ verb, number, previous, after }: AuditEntry): SignedEnd | 'forged' | undefined {
  if (verb !== signVerb) return undefined;
  const { success, data } = signedEnd.safeParse(after);
  if (!success || data.number !== number - 1 || data.hash !== previous) return 'forged';
  const { publicKey, value } = data.signature;
  return verifyEd25519({ text: signedText(data), publicKey, value }) ? data : 'forged';
}
