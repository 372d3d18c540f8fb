import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { create } from 'jsondiffpatch';
import { format } from 'jsondiffpatch/formatters/jsonpatch';
import { applyPatch, type Operation as Change, Pointer } from 'rfc6902';
import { json, operation, Refusal } from '../operation.ts';

interface CsvToJsonInput {
  csv: string;
  delimiter: string | null;
  numbers: boolean;
}

const delimiters = [',', ';', '\t', '|'];
const number = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

export const csvToJson = operation<CsvToJsonInput>(({ csv, delimiter, numbers }) => {
  const separator = delimiter ?? likelyDelimiter(csv);
  const [columns = [], ...records] = read(csv, separator);
  const rows = records.map((record) =>
    Object.fromEntries(columns.map((column, index) => [column, cell(record[index] ?? '', numbers)])),
  );
  return json({ delimiter: separator, columns, rows });
});

function read(csv: string, delimiter: string): string[][] {
  try {
    return parse(csv, { delimiter, bom: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) throw new Refusal(`The CSV cannot be read: ${error.message}.`);
    throw error;
  }
}

/** The most frequent delimiter in the first line. */
function likelyDelimiter(csv: string): string {
  const [line = ''] = csv.split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Text that a number would change (leading zeros, twenty digits) stays text. */
function cell(text: string, numbers: boolean): string | number {
  return numbers && number.test(text) ? Number(text) : text;
}

interface JsonToCsvInput {
  rows: Record<string, string | number | boolean | null>[];
  columns: string[] | null;
  delimiter: string;
  escapeFormulas: boolean;
}

export const jsonToCsv = operation<JsonToCsvInput>(({ rows, columns, delimiter, escapeFormulas }) => {
  const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = rows.map((row) => names.map((name) => row[name] ?? ''));
  const options = { delimiter, escape_formulas: escapeFormulas, cast: { boolean: String } };
  return { type: 'text/csv', body: stringify([names, ...table], options) };
});

interface DiffJsonInput {
  before: unknown;
  after: unknown;
}

const arrayLimit = 2000;
const differ = create({ objectHash: (item) => JSON.stringify(item) });

export const diffJson = operation<DiffJsonInput>(({ before, after }) => {
  refuseImpossible(before);
  refuseImpossible(after);
  const patch = format(differ.diff(bare(before), bare(after)));
  return json({ equal: patch.length === 0, patch });
});

/**
 * Time and memory of the shortest patch grow with the product of the array lengths. The library loses members that are
 * named like the prototype.
 */
function refuseImpossible(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > arrayLimit) {
    throw new Refusal(`An array has more than ${arrayLimit} items; compare shorter ones.`);
  }
  if (Object.hasOwn(value, '__proto__'))
    throw new Refusal('A member is named "__proto__", which a patch cannot name.');
  for (const child of Object.values(value)) refuseImpossible(child);
}

/** Objects without a prototype: the library would confuse a key such as toString with the inherited method. */
function bare(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(bare);
  const entries = Object.entries(value).map(([key, child]) => [key, bare(child)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

interface PatchJsonInput {
  document: unknown;
  patch: Change[];
}

const resultLimitCharacters = 4 * 1024 * 1024;

export const patchJson = operation<PatchJsonInput>(({ document, patch }) => {
  // A patch may replace the whole document (path ""), which the library can only do inside a holder.
  const holder = { document };
  for (const [index, change] of patch.entries()) {
    const held = inHolder(change);
    const [error] = leadsBesideAnArray(holder, held) ? [true] : applyPatch(holder, [held]);
    if (error)
      throw new Refusal(
        `Change ${index + 1}, ${describeChange(change)}, cannot be made; nothing was changed.`,
      );
    if (change.op === 'copy') refuseLarge(holder);
  }
  return json({ document: holder.document ?? null });
});

function inHolder(change: Change): Change {
  const path = `/document${change.path}`;
  return 'from' in change ? { ...change, path, from: `/document${change.from}` } : { ...change, path };
}

/** The library would set a member with that name on the array, which JSON cannot show. */
function leadsBesideAnArray(holder: unknown, { op, path }: Change): boolean {
  const place: { parent: unknown; key: string } = Pointer.fromJSON(path).evaluate(holder);
  const { parent, key } = place;
  return Array.isArray(parent) && !/^(0|[1-9]\d*)$/.test(key) && !(key === '-' && op !== 'replace');
}

/** A copy can double the document, and forty copies can fill any memory. */
function refuseLarge(document: unknown): void {
  if (JSON.stringify(document).length > resultLimitCharacters) {
    throw new Refusal('The copies make the document longer than four million characters.');
  }
}

function describeChange(change: Change): string {
  return `${change.op} ${change.path || '(the whole document)'}`;
}
