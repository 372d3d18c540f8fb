/** For each node: its position in the text, its key, its parent, and the next node outside it. */
const startColumn = 0;
const endColumn = 1;
const keyColumn = 2;
const parentColumn = 3;
const nextColumn = 4;
const countColumn = 5;
const placeColumn = 6;
const columns = 7;

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

const kinds: Record<string, JsonKind> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'boolean',
  f: 'boolean',
  n: 'null',
};

/**
 * JSON with each value as a position in the text. So large integers keep their digits, duplicate keys stay, and memory
 * use is low. Nodes are in document order.
 */
export class JsonDocument {
  #cells = new Int32Array(1024 * columns);
  #size = 0;
  readonly #children = new Map<number, Int32Array>();

  constructor(readonly text: string) {}

  get size(): number {
    return this.#size;
  }

  kind(node: number): JsonKind {
    return kinds[this.text.charAt(this.#cell(node, startColumn))] ?? 'number';
  }

  isContainer(node: number): boolean {
    const code = this.text.charCodeAt(this.#cell(node, startColumn));
    return code === 123 || code === 91;
  }

  /** The value as written. */
  literal(node: number): string {
    return this.text.slice(this.#cell(node, startColumn), this.#cell(node, endColumn));
  }

  literalLength(node: number): number {
    return this.#cell(node, endColumn) - this.#cell(node, startColumn);
  }

  /** The key of a member; null for an item and for the root. */
  key(node: number): string | null {
    const start = this.#cell(node, keyColumn);
    return start === -1 ? null : unquoted(this.text.slice(start, this.#stringEnd(start)));
  }

  /** A string without quotes and escapes; any other scalar as written. */
  scalar(node: number): string {
    const literal = this.literal(node);
    return literal.startsWith('"') ? unquoted(literal) : literal;
  }

  parent(node: number): number {
    return this.#cell(node, parentColumn);
  }

  /** The number of members or items. */
  count(node: number): number {
    return this.#cell(node, countColumn);
  }

  /** The index of a node in its parent. */
  place(node: number): number {
    return this.#cell(node, placeColumn);
  }

  children(node: number): Int32Array {
    const known = this.#children.get(node);
    if (known !== undefined) return known;
    const children = new Int32Array(this.count(node));
    let child = node + 1;
    for (let index = 0; index < children.length; index += 1) {
      children[index] = child;
      child = this.#cell(child, nextColumn);
    }
    this.#children.set(node, children);
    return children;
  }

  begin(parent: number, keyStart: number, start: number): number {
    const node = this.#size;
    if ((node + 1) * columns > this.#cells.length) this.#grow();
    const place = parent === -1 ? 0 : this.count(parent);
    this.#cells.set([start, -1, keyStart, parent, -1, 0, place], node * columns);
    if (parent !== -1) this.#set(parent, countColumn, place + 1);
    this.#size += 1;
    return node;
  }

  end(node: number, end: number): void {
    this.#set(node, endColumn, end);
    this.#set(node, nextColumn, this.#size);
  }

  #grow(): void {
    const larger = new Int32Array(this.#cells.length * 2);
    larger.set(this.#cells);
    this.#cells = larger;
  }

  #cell(node: number, column: number): number {
    return this.#cells[node * columns + column] ?? -1;
  }

  #set(node: number, column: number, value: number): void {
    this.#cells[node * columns + column] = value;
  }

  #stringEnd(start: number): number {
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    return end + 1;
  }
}

function unquoted(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

/** `$.choices[0].delta["odd key"]`, a JSONPath (RFC 9535). */
export function jsonPath(document: JsonDocument, node: number): string {
  const steps: string[] = [];
  for (let at = node; document.parent(at) !== -1; at = document.parent(at)) {
    const key = document.key(at);
    if (key === null) steps.push(`[${document.place(at)}]`);
    else steps.push(/^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
  }
  return `$${steps.reverse().join('')}`;
}

/** A value in the tree, or a group of members of a large value. */
export interface JsonRow {
  key: string;
  node: number;
  /** The members of a group: from the first, up to but not including the second index. */
  group?: [number, number];
  level: number;
  position: number;
  siblings: number;
  opens: boolean;
}

const mostListed = 500;
const groupSize = 100;

/** The visible rows of a tree with these open nodes. */
export function jsonRows(document: JsonDocument, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const waiting: JsonRow[] = [rootRow(document)];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    if (open.has(row.key)) waiting.push(...rowsIn(document, row).reverse());
  }
  return rows;
}

/** Opens level by level within this number of rows. Of the groups of a value, opens all or only the first. */
export function openUpTo(document: JsonDocument, mostRows: number, groups: 'all' | 'first'): Set<string> {
  const open = new Set<string>();
  const waiting = [rootRow(document)];
  let rows = 1;
  for (const row of waiting) {
    if (!row.opens || (groups === 'first' && row.group !== undefined && row.position > 1)) continue;
    const inside = rowsIn(document, row);
    if (rows + inside.length > mostRows && open.size > 0) break;
    rows += inside.length;
    open.add(row.key);
    waiting.push(...inside);
  }
  return open;
}

/** The rows that must be open to show a node. */
export function keysTo(document: JsonDocument, node: number): string[] {
  const keys: string[] = [];
  for (let child = node; document.parent(child) !== -1; child = document.parent(child)) {
    const parent = document.parent(child);
    const place = document.place(child);
    keys.push(keyOf(parent));
    let [from, to] = [0, document.count(parent)];
    while (to - from > mostListed) {
      const size = sizeOfGroups(to - from);
      from += Math.floor((place - from) / size) * size;
      to = Math.min(from + size, document.count(parent));
      keys.push(keyOf(parent, [from, to]));
    }
  }
  return keys;
}

export function keyOf(node: number, group?: [number, number]): string {
  return group === undefined ? String(node) : `${node}:${group.join('-')}`;
}

function rootRow(document: JsonDocument): JsonRow {
  return rowOf(document, 0, 1, 1, 1);
}

function rowOf(
  document: JsonDocument,
  node: number,
  level: number,
  position: number,
  siblings: number,
): JsonRow {
  const opens = document.isContainer(node) && document.count(node) > 0;
  return { key: keyOf(node), node, level, position, siblings, opens };
}

function rowsIn(document: JsonDocument, { node, group, level }: JsonRow): JsonRow[] {
  const [from, to] = group ?? [0, document.count(node)];
  if (to - from <= mostListed) {
    return [...document.children(node).subarray(from, to)].map((child, index) =>
      rowOf(document, child, level + 1, index + 1, to - from),
    );
  }
  const size = sizeOfGroups(to - from);
  const siblings = Math.ceil((to - from) / size);
  return Array.from({ length: siblings }, (_, index): JsonRow => {
    const start = from + index * size;
    const range: [number, number] = [start, Math.min(start + size, to)];
    return {
      key: keyOf(node, range),
      node,
      group: range,
      level: level + 1,
      position: index + 1,
      siblings,
      opens: true,
    };
  });
}

/** A power of 100, so that a value has few groups. */
function sizeOfGroups(count: number): number {
  let size = groupSize;
  while (count / size > groupSize) size *= groupSize;
  return size;
}
