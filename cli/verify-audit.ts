import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type AuditEntry, auditEntry } from '../lib/audit/audit-entry.ts';
import { countOf } from '../lib/text/count-text.ts';
import { groupedNumber } from '../lib/text/grouped-number.ts';
import { auditStart, faultOfEntry, signatureIn } from '../server/audit/check-audit.ts';
import { CheckFailed } from './check-failed.ts';
import { print } from './print.ts';
import { Refusal } from './refusal.ts';

interface Signed {
  number: number;
  at: string;
  publicKey: string;
}

/**
 * Checks an exported audit log, without the portal. Prints each fault, and goes on after it. `key`: the key that must
 * have signed it.
 */
export async function verifyAuditFile(path: string, key: string | undefined): Promise<void> {
  let place = auditStart;
  let faults = 0;
  let count = 0;
  let signed: Signed | undefined;
  const tell = (fault: string) => {
    faults += 1;
    print(`✗ ${fault}\n`);
  };
  for await (const entry of entriesOf(path)) {
    // A log may be exported from some entry on. The first one then says what came before.
    if (count === 0 && entry.number > 1) place = { number: entry.number - 1, hash: entry.previous };
    const fault = faultOfEntry(entry, place);
    if (fault !== undefined) tell(fault);
    const end = signatureIn(entry);
    if (end === 'forged') tell(`The signature in entry ${entry.number} does not match.`);
    else if (end) signed = { number: end.number, at: entry.at, publicKey: end.signature.publicKey };
    place = { number: entry.number, hash: entry.hash };
    count += 1;
  }
  if (count === 0) throw new Refusal(`${path} has no entries of an audit log.`);
  if (key !== undefined && signed?.publicKey !== key)
    tell(signed ? `It is signed by another key, ${signed.publicKey}.` : 'No entry is signed.');
  const first = place.number - count + 1;
  if (faults > 0) {
    print(`${countOf(faults, 'fault')} in ${entriesText(count)}.\n`);
    throw new CheckFailed();
  }
  const from = first > 1 ? ` from number ${first}` : '';
  print(
    `✓ ${entriesText(count)}${from}, each as it was written. The last hash is ${place.hash}.\n${signedTextOf(signed, key)}`,
  );
}

function entriesText(count: number): string {
  return `${groupedNumber(count)} ${count === 1 ? 'entry' : 'entries'}`;
}

function signedTextOf(signed: Signed | undefined, key: string | undefined): string {
  if (!signed) return 'No entry is signed yet: a portal signs the last one once a day.\n';
  const { number, at, publicKey } = signed;
  const whose =
    key === undefined ? '. Compare it with /api/receipt-key of the portal' : ', which is the given one';
  return `Signed up to entry ${number} at ${at} by the key ${publicKey}${whose}.\n`;
}

async function* entriesOf(path: string): AsyncGenerator<AuditEntry> {
  const file = await openToRead(path);
  let number = 0;
  try {
    for await (const line of createInterface({ input: file.createReadStream() })) {
      number += 1;
      if (line.trim() !== '') yield entryOf(line, number);
    }
  } finally {
    await file.close();
  }
}

async function openToRead(path: string) {
  try {
    return await open(path);
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function entryOf(line: string, number: number): AuditEntry {
  try {
    return auditEntry.parse(JSON.parse(line));
  } catch {
    throw new Refusal(`Line ${number} is no entry of an audit log, as "farebox audit export" prints them.`);
  }
}
