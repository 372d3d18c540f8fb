import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type AuditEntry, auditEntry } from '../lib/audit/audit-entry.ts';
import { type AuditPlace, auditPlaceText, parseAuditPlace } from '../lib/audit/audit-place.ts';
import { countOf } from '../lib/text/count-text.ts';
import { groupedNumber } from '../lib/text/grouped-number.ts';
import { auditStart, faultOfEntry, faultOfSignature, signatureIn } from '../server/audit/check-audit.ts';
import { CheckFailed } from './check-failed.ts';
import { print } from './print.ts';
import { Refusal } from './refusal.ts';

export interface AuditDemands {
  /** The key that must have signed it. */
  key?: string | undefined;
  /** `NUMBER:HASH` that the log must continue. */
  from?: string | undefined;
  /** `NUMBER:HASH` that the log must reach. */
  until?: string | undefined;
}

interface Signed {
  number: number;
  at: string;
  publicKey: string;
}

/** Checks an exported audit log, without the portal. Prints each fault, and goes on after it. */
export async function verifyAuditFile(path: string, { key, from, until }: AuditDemands): Promise<void> {
  const known = [knownPlace('--from', from), knownPlace('--until', until)].filter(
    (place) => place !== undefined,
  );
  /** Hashes of the entries that are demanded. */
  const found = new Map<number, string>();
  let start = auditStart;
  let place = auditStart;
  let faults = 0;
  let count = 0;
  let signed: Signed | undefined;
  const tell = (fault: string | undefined) => {
    if (fault === undefined) return;
    faults += 1;
    print(`✗ ${fault}\n`);
  };
  const reach = (next: AuditPlace) => {
    place = next;
    if (known.some(({ number }) => number === next.number)) found.set(next.number, next.hash);
  };
  for await (const entry of entriesOf(path)) {
    if (count === 0) {
      // A log may be exported from some entry on. The first one then says what came before.
      if (entry.number > 1) start = { number: entry.number - 1, hash: entry.previous };
      reach(start);
    }
    tell(faultOfEntry(entry, place));
    const end = signatureIn(entry);
    if (end) tell(faultOfSignature(entry, end));
    if (end && end !== 'forged')
      signed = { number: end.number, at: entry.at, publicKey: end.signature.publicKey };
    reach({ number: entry.number, hash: entry.hash });
    count += 1;
  }
  if (count === 0) throw new Refusal(`${path} has no entries of an audit log.`);
  for (const demanded of known) tell(faultOfDemand(demanded, found.get(demanded.number), start, place));
  if (key !== undefined && signed?.publicKey !== key)
    tell(signed ? `It is signed by another key, ${signed.publicKey}.` : 'No entry is signed.');
  if (faults > 0) {
    print(`${countOf(faults, 'fault')} in ${rangeText(count, start, place)}.\n`);
    throw new CheckFailed();
  }
  print(`✓ ${rangeText(count, start, place)}, each as it was written.\n${signedTextOf(signed, key)}`);
  print(endsText(start, place, until));
}

interface Demanded extends AuditPlace {
  option: '--from' | '--until';
}

function knownPlace(option: Demanded['option'], text: string | undefined): Demanded | undefined {
  if (text === undefined) return undefined;
  const place = parseAuditPlace(text);
  if (place) return { option, ...place };
  throw new Refusal(
    `${option} must be the number and the hash of an entry, such as 17:9f86…, as this command and the console show them, not ${JSON.stringify(text)}.`,
  );
}

/** The file must have the entry, or begin after it. */
function faultOfDemand(
  { option, number, hash }: Demanded,
  found: string | undefined,
  start: AuditPlace,
  end: AuditPlace,
): string | undefined {
  if (found === hash) return undefined;
  if (found !== undefined) return `Entry ${number} has another hash than the one of ${option}: ${found}.`;
  return number > end.number
    ? `The log ends at entry ${end.number}, before entry ${number} of ${option}: entries were cut off, or the file is older.`
    : `The log begins after entry ${start.number}, and does not continue entry ${number} of ${option}.`;
}

function rangeText(count: number, { number }: AuditPlace, end: AuditPlace): string {
  const entries = `${groupedNumber(count)} ${count === 1 ? 'entry' : 'entries'}`;
  const first = number === 0 ? 'from the first one' : `from number ${number + 1}, not from the first one,`;
  return `${entries} ${first} to number ${end.number}`;
}

function signedTextOf(signed: Signed | undefined, key: string | undefined): string {
  if (!signed) return 'No entry is signed yet: a portal signs the last one once a day.\n';
  const { number, at, publicKey } = signed;
  const whose =
    key === undefined ? '. Compare it with /api/receipt-key of the portal' : ', which is the given one';
  return `Signed up to entry ${number} at ${at} by the key ${publicKey}${whose}.\n`;
}

/** What a later check takes. A file itself cannot show whether entries followed. */
function endsText(start: AuditPlace, end: AuditPlace, until: string | undefined): string {
  const last = auditPlaceText(end);
  const open =
    until === last
      ? ''
      : `Whether entries followed number ${end.number}, only an end that is known from elsewhere can tell (--until).\n`;
  return `${open}Before: ${auditPlaceText(start)}\nLast:   ${last}\n`;
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
  const entry = parsedEntry(line);
  if (!entry)
    throw new Refusal(`Line ${number} is no entry of an audit log, as "farebox audit export" prints them.`);
  // Another program could read a key that is there twice, or another spelling, as something else.
  if (JSON.stringify(entry) !== line)
    throw new Refusal(
      `Line ${number} is an entry in other words than those of "farebox audit export": a key is there twice, or its spelling or spaces were changed.`,
    );
  return entry;
}

function parsedEntry(line: string): AuditEntry | undefined {
  try {
    return auditEntry.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
