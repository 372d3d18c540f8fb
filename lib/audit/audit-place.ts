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
