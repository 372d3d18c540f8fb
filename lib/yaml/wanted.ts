import { type Document, isMap, isScalar, isSeq, type Pair, stringify } from 'yaml';

export type YamlScalar = string | number | boolean | null;

/** What a value is to be. */
export type Wanted = YamlScalar | readonly Wanted[] | ReadonlyMap<string, Wanted> | AsWritten;

/** A part that stays as it was written. */
export class AsWritten {
  constructor(
    readonly text: string,
    readonly value: unknown,
  ) {}
}

/** A part that cannot be changed by itself: what it belongs to is written anew. */
export class NoSplice extends Error {}

export const options = { lineWidth: 0 } as const;

export function pairOf(items: readonly Pair[], name: string): Pair | undefined {
  return items.find(({ key }) => isScalar(key) && String(key.value) === name);
}

/** Whether a node has a value already. */
export function equals(document: Document, node: unknown, wanted: Wanted): boolean {
  if (wanted instanceof AsWritten)
    return JSON.stringify(valueOf(document, node)) === JSON.stringify(wanted.value);
  if (isWantedMap(wanted)) {
    if (!isMap(node) || node.items.length !== wanted.size) return false;
    return [...wanted].every(([name, value]) => {
      const pair = pairOf(node.items, name);
      return pair !== undefined && equals(document, pair.value, value);
    });
  }
  if (isWantedList(wanted))
    return (
      isSeq(node) &&
      node.items.length === wanted.length &&
      wanted.every((value, index) => equals(document, node.items[index], value))
    );
  return isScalar(node) ? node.value === wanted : node === null && wanted === null;
}

export function valueOf(document: Document, node: unknown): unknown {
  return isMap(node) || isSeq(node) || isScalar(node) ? node.toJS(document) : null;
}

export function isWantedMap(wanted: Wanted): wanted is ReadonlyMap<string, Wanted> {
  return wanted instanceof Map;
}

export function isWantedList(wanted: Wanted): wanted is readonly Wanted[] {
  return Array.isArray(wanted);
}

export function plain(wanted: Wanted): unknown {
  if (wanted instanceof AsWritten) return wanted.value;
  if (isWantedMap(wanted)) return new Map([...wanted].map(([name, value]) => [name, plain(value)]));
  return isWantedList(wanted) ? wanted.map(plain) : wanted;
}

export function pairText(name: string, wanted: Wanted): string {
  return stringify(new Map([[name, plain(wanted)]]), options).trimEnd();
}

export function flowText(wanted: Wanted): string {
  const list = stringify([plain(wanted)], { ...options, collectionStyle: 'flow' }).trim();
  return list.slice(1, -1).trim();
}

export function nameOf({ key }: Pair): string {
  if (!isScalar(key)) throw new NoSplice();
  return String(key.value);
}

export function startOf(node: unknown): number {
  const range = isMap(node) || isSeq(node) || isScalar(node) ? node.range : undefined;
  if (!range) throw new NoSplice();
  return range[0];
}

/** Where the content ends: the range of a list or a block has the lines below it, too. */
export function endOf(text: string, node: unknown): number {
  if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0) {
    const last = node.items.at(-1);
    if (isMap(node)) {
      const pair = node.items.at(-1);
      return endOf(text, pair?.value ?? pair?.key);
    }
    return endOf(text, last);
  }
  const range = isMap(node) || isSeq(node) || isScalar(node) ? node.range : undefined;
  if (!range) throw new NoSplice();
  return range[0] + text.slice(range[0], range[1]).trimEnd().length;
}
