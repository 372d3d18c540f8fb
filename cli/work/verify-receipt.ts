import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import {
  type AuditEntry,
  auditEntry,
  type AuditPlace,
  auditPlaceText,
  parseAuditPlace,
} from '../../lib/audit/audit-entry.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { checkSignature } from '../../lib/receipt/receipt-signature.ts';
import { type Receipt, receiptSchema } from '../../lib/receipt/receipt.ts';
import { receiptOfText, type Difference, verifyReceipt } from '../../lib/receipt/verify-receipt.ts';
import { countOf, groupedNumber } from '../../lib/text/numbers.ts';
import { readRegularFile } from '../../server/files/read-regular-file.ts';
import { verifyEd25519 } from '../../server/portal/receipt-key.ts';
import {
  auditStart,
  faultOfEntry,
  faultOfSignature,
  signatureIn,
} from '../../server/store/operation/check-audit.ts';
import { CheckFailed, print, Refusal, tableText, readStandardInput } from '../print.ts';

/** Ten times as much as a receipt with the most lines that a price can have. */
const mostBytes = 4 * 1024 * 1024;

/** Prints the receipt, what differs in it, and whether its signature is valid. */
export async function verifyReceiptFile(file: string, key: string | undefined): Promise<void> {
  const receipt = parseReceipt(await readText(file), file === '-' ? 'Standard input' : file);
  const verification = verifyReceipt(receipt);
  const differences = verification.ok ? [] : verification.differences;
  const signature = await signatureText(receipt, key);
  const parsed = receiptSchema.safeParse(receipt);
  print(
    [
      ...(parsed.success ? [receiptText(parsed.data, differences)] : []),
      ...differences.map(differenceText),
      `${signature.text}\n`,
    ].join(''),
  );
  if (differences.length > 0 || !signature.isValid) throw new CheckFailed();
}

async function readText(file: string): Promise<string> {
  const tooLarge = `${file} has more than 4 MiB: no receipt is that long.`;
  if (file === '-') return (await readStandardInput({ mostBytes, tooLarge })).toString();
  const reading = readRegularFile(file, mostBytes);
  if (reading.ok) return reading.bytes.toString();
  throw new Refusal(reading.why === 'too-large' ? tooLarge : `${file} ${reading.reason}.`);
}

function parseReceipt(text: string, file: string): JsonObject {
  const read = receiptOfText(text);
  if (read.ok) return read.receipt;
  throw new Refusal(`${file} ${read.reason}`);
}

function receiptText(receipt: Receipt, differences: Difference[]): string {
  const { id, product, template, priced, quoted, charged, state, outcome, charge } = receipt;
  const lines = priced?.lines ?? [];
  const rows = lines.map(({ label, text, amount }, index) => {
    const differs = differences.some(({ pointer }) => `${pointer}/`.startsWith(`/priced/lines/${index}/`));
    return { '': differs ? 'failed' : 'passed', LINE: label, CALCULATION: text, CREDITS: amount };
  });
  const sum = priced
    ? `Sum of the lines: ${priced.subtotal}. Total: ${countOf(priced.credits, 'credit')}${priced.clamped ? ` (${priced.clamped} price)` : ''}.\n`
    : '';
  const how = outcome === null ? state : `${outcome}: ${charge}`;
  return `${id} of ${product.slug}, version ${template.version} of ${template.id}\n${rows.length > 0 ? tableText(rows) : ''}${sum}Quoted ${quoted}, charged ${charged} (${how}).\n`;
}

function differenceText({ pointer, stated, computed, detail }: Difference): string {
  const instead = computed === null ? '' : `, and should be ${JSON.stringify(computed)}`;
  return `${pointer} is ${JSON.stringify(stated)}${instead}. ${detail}\n`;
}

async function signatureText(
  receipt: JsonObject,
  key: string | undefined,
): Promise<{ isValid: boolean; text: string }> {
  const { holds, publicKey } = await checkSignature(receipt, verifyEd25519);
  if (!holds)
    return {
      isValid: false,
      text: 'The signature does not match: the receipt was changed, or never signed.',
    };
  const whose = `The signature is valid, by the key ${publicKey}`;
  if (key === undefined)
    return { isValid: true, text: `${whose}. Compare it with /api/receipt-key of the portal.` };
  if (key === publicKey) return { isValid: true, text: `${whose}, which is the given one.` };
  return { isValid: false, text: `${whose}, which is not the given one: someone else signed it.` };
}

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
    throw new Refusal(
      `Line ${number} is not an entry of an audit log, as "farebox audit export" prints them.`,
    );
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
