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

export const reasonHelp = 'The reason, which is kept in the audit log';

/** The command cannot be done. The message says why, and what to do instead. */
export class Refusal extends ExplainedError {
  override name = 'Refusal';
}
