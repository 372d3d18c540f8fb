import { z } from 'zod';

const values = z.record(z.string(), z.json()).nullable();

/** The verb of an entry that signs the one before it. */
export const signVerb = 'sign-audit';

/** The values of such an entry: which one it signs, and the signature of both by the receipt key. */
export const signedEnd = z.strictObject({
  number: z.int(),
  hash: z.string(),
  signature: z.strictObject({ algorithm: z.literal('Ed25519'), publicKey: z.string(), value: z.string() }),
});

export type SignedEnd = z.output<typeof signedEnd>;

/** One change, and who made it. Each line of an exported audit log is one of these. */
export const auditEntry = z.strictObject({
  number: z.int().min(1),
  at: z.iso.datetime(),
  actor: z.strictObject({
    kind: z.enum(['person', 'key', 'command-line', 'portal']),
    id: z.string().nullable(),
  }),
  verb: z.string(),
  target: z.string().nullable(),
  before: values,
  after: values,
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  /** The hash of the entry before. */
  previous: z.string(),
  hash: z.string(),
});

export type AuditEntry = z.output<typeof auditEntry>;

/** An entry of the audit log by its number and hash, which also prove all entries before it. */
export interface AuditPlace {
  number: number;
  hash: string;
}

/** `NUMBER:HASH`, which an auditor notes to compare with a later export. */
export function auditPlaceText({ number, hash }: AuditPlace): string {
  return `${number}:${hash}`;
}

/** Undefined if the text is no `NUMBER:HASH`. */
export function parseAuditPlace(text: string): AuditPlace | undefined {
  const [, number, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(text) ?? [];
  return hash === undefined ? undefined : { number: Number(number), hash };
}
