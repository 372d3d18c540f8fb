import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type AuditEntry, auditEntry } from '../lib/audit/audit-entry.ts';
import { groupedNumber } from '../lib/text/grouped-number.ts';
import { auditStart, faultOfEntry } from '../server/audit/check-audit.ts';
import { CheckFailed } from './check-failed.ts';
import { print } from './print.ts';
import { Refusal } from './refusal.ts';

/** Checks an exported audit log, without the portal. Prints each fault, and goes on after it. */
export async function verifyAuditFile(path: string): Promise<void> {
  let place = auditStart;
  let faults = 0;
  let count = 0;
  for await (const entry of entriesOf(path)) {
    // A log may be exported from some entry on. The first one then says what came before.
    if (count === 0 && entry.number > 1) place = { number: entry.number - 1, hash: entry.previous };
    const fault = faultOfEntry(entry, place);
    if (fault !== undefined) {
      faults += 1;
      print(`✗ ${fault}\n`);
    }
    place = { number: entry.number, hash: entry.hash };
    count += 1;
  }
  if (count === 0) throw new Refusal(`${path} has no entries of an audit log.`);
  const first = place.number - count + 1;
  if (faults > 0) {
    print(`${groupedNumber(faults)} faults in ${groupedNumber(count)} entries.\n`);
    throw new CheckFailed();
  }
  const from = first > 1 ? ` from number ${first}` : '';
  print(
    `✓ ${groupedNumber(count)} entries${from}, each as it was written. The last hash is ${place.hash}.\n`,
  );
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
