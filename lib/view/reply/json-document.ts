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
