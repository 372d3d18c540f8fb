import {
  type AuditEntry,
  type SignedEnd,
  signedEnd,
  signVerb,
  type AuditPlace,
} from '../../../lib/audit/audit-entry.ts';
import { signedText } from '../../../lib/receipt/receipt-signature.ts';
import { verifyEd25519 } from '../../portal/receipt-key.ts';
import { firstPrevious, hashEntry } from '../sql/write-audit.ts';

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
 * What an entry signs, if it signs one; `'forged'` if the signature does not match. The caller must know whose key it is.
 */
export function signatureIn({ verb, after }: AuditEntry): SignedEnd | 'forged' | undefined {
  if (verb !== signVerb) return undefined;
  const { success, data } = signedEnd.safeParse(after);
  if (!success) return 'forged';
  const { publicKey, value } = data.signature;
  return verifyEd25519({ text: signedText(data), publicKey, value }) ? data : 'forged';
}

/** A sentence for a signature that does not belong to the entry before its own; undefined if it does. */
export function faultOfSignature(
  { number, previous }: AuditEntry,
  end: SignedEnd | 'forged',
): string | undefined {
  if (end === 'forged') return `The signature in entry ${number} does not match.`;
  if (end.number >= number)
    return `Entry ${number} signs entry ${end.number}, which was written before it: entries were removed.`;
  if (end.number !== number - 1 || end.hash !== previous)
    return `The signature in entry ${number} is not of the entry before it.`;
  return undefined;
}
