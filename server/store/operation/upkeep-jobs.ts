import type { SignedEnd } from '../../../lib/audit/audit-entry.ts';
import type { StoredPurpose } from './read-encrypted-texts.ts';
import { forget, inputRow } from '../sql/kept-answer.ts';
import { job } from '../sql/job.ts';
import { type Steps, run, statement } from '../sql/statement.ts';
import { lockedEnd } from '../sql/write-audit.ts';

/** Signs the last entry, in an entry that follows it. Does nothing if another one has followed it. */
export const signAudit = job({
  name: 'sign-audit',
  publishes: false,
  *steps({ number, hash }: SignedEnd): Steps<{ signed: boolean }> {
    const last = yield* lockedEnd();
    return { signed: last.number === number && last.hash === hash };
  },
  audit: (end, { signed }) => (signed ? { target: null, after: { ...end } } : null),
});

const renew = {
  'second factors': statement('UPDATE SecondFactor SET secret = ? WHERE personKey = ? AND secret = ?'),
  'webhook secrets': statement('UPDATE Webhook SET secret = ? WHERE key = ? AND secret = ?'),
  'upstream credentials': statement('UPDATE UpstreamCredential SET value = ? WHERE key = ? AND value = ?'),
};

/** Replaces encrypted texts by the same ones of another secret, where nobody has changed them meanwhile. */
export const renewEncryptedTexts = job({
  name: 'renew-encrypted-texts',
  // The texts stay the same.
  publishes: false,
  *steps({
    purpose,
    texts,
  }: {
    purpose: StoredPurpose;
    texts: { key: number; before: string; after: string }[];
  }): Steps<{ renewed: number }> {
    let renewed = 0;
    for (const { key, before, after } of texts) renewed += yield* run(renew[purpose], after, key, before);
    return { renewed };
  },
  audit: false,
});

/** Deletes the input of a call; its hash stays with the receipt. */
export const forgetInput = job({
  name: 'forget-input',
  publishes: false,
  *steps({ callKey }: { callKey: number }): Steps<{ forgotten: boolean }> {
    return { forgotten: yield* forget(inputRow, callKey) };
  },
  audit: false,
});
