import type { SignedEnd } from '../../../../lib/audit/audit-entry.ts';
import type { Steps } from '../statement.ts';
import { lockedEnd } from '../write-audit.ts';

/** Signs the last entry, in an entry that follows it. Does nothing if another one has followed it. */
export function* signAudit({ number, hash }: SignedEnd): Steps<{ signed: boolean }> {
  const last = yield* lockedEnd();
  return { signed: last.number === number && last.hash === hash };
}
