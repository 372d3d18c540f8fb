import { tableText } from './table-text.ts';

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
