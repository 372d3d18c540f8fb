import { ExplainedError } from '../lib/problem/problem.ts';

/** A table: column names, then one line for each row. A column is as wide as its longest cell. */
export function tableText(rows: Record<string, string>[]): string {
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** The result of a command, on standard output. */
export function print(text: string): void {
  process.stdout.write(text);
}

/** Prints a note for people on standard error: a script reads standard output alone. */
export function printNote(text: string): void {
  process.stderr.write(text);
}

interface Listing<Item> {
  json: boolean;
  toRow: (item: Item) => Record<string, string>;
  /** The text where there are none. */
  ifNone: string;
}

/** A table for people, or JSON for programs. */
export function printList<Item>(items: Item[], { json, toRow, ifNone }: Listing<Item>): void {
  if (json) print(`${JSON.stringify(items, null, 2)}\n`);
  else print(items.length === 0 ? ifNone : tableText(items.map(toRow)));
}

/** The command made its check, and printed what it found. It ends with exit code 1. */
export class CheckFailed extends Error {}

// The help of arguments and options that several commands have.

export const personHelp = 'The email address or the id of a person';

export const reasonHelp = 'The reason, recorded in the audit log';

/** The command cannot be done. The message says why, and what to do instead. */
export class Refusal extends ExplainedError {
  override name = 'Refusal';
}

/** Longer than a slow download into a pipe takes. */
const mostSeconds = 300;

interface Bounds {
  mostBytes: number;
  /** The message where there are more bytes. */
  tooLarge: string;
  seconds?: number;
}

/** Reads all of standard input. A pipe that brings too many bytes, or does not end, is refused. */
export async function readStandardInput(
  { mostBytes, tooLarge, seconds = mostSeconds }: Bounds,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<Buffer> {
  const late = new Refusal(`Standard input did not end within ${seconds} seconds.`);
  const timer = setTimeout(() => input.emit('error', late), seconds * 1_000);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > mostBytes) throw new Refusal(tooLarge);
      chunks.push(bytes);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
