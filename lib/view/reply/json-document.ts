/** Where in the text a node stands, its key, its parent, and the first node that is not inside it. */
const START = 0;
const END = 1;
const KEY = 2;
const PARENT = 3;
const NEXT = 4;
const COUNT = 5;
const PLACE = 6;
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
 * JSON as it was sent: each value is a place in the text. So a large integer keeps its digits, a key that stands twice
 * is there twice, and five megabytes take no more than their text and some numbers. Nodes are in document order.
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
    return kinds[this.text.charAt(this.#cell(node, START))] ?? 'number';
  }

  isContainer(node: number): boolean {
    const code = this.text.charCodeAt(this.#cell(node, START));
    return code === 123 || code === 91;
  }

  /** The value as it stands in the text. */
  literal(node: number): string {
    return this.text.slice(this.#cell(node, START), this.#cell(node, END));
  }

  literalLength(node: number): number {
    return this.#cell(node, END) - this.#cell(node, START);
  }

  /** The key of a member; null for an element, and for the whole. */
  key(node: number): string | null {
    const start = this.#cell(node, KEY);
    return start === -1 ? null : unquoted(this.text.slice(start, this.#stringEnd(start)));
  }

  /** A string without its quotes and escapes, any other scalar as it was sent. */
  scalar(node: number): string {
    const literal = this.literal(node);
    return literal.startsWith('"') ? unquoted(literal) : literal;
  }

  parent(node: number): number {
    return this.#cell(node, PARENT);
  }

  /** How many members or elements it has. */
  count(node: number): number {
    return this.#cell(node, COUNT);
  }

  /** The how many-eth it is of its parent. */
  place(node: number): number {
    return this.#cell(node, PLACE);
  }

  children(node: number): Int32Array {
    const known = this.#children.get(node);
    if (known !== undefined) return known;
    const children = new Int32Array(this.count(node));
    let child = node + 1;
    for (let index = 0; index < children.length; index += 1) {
      children[index] = child;
      child = this.#cell(child, NEXT);
    }
    this.#children.set(node, children);
    return children;
  }

  begin(parent: number, keyStart: number, start: number): number {
    const node = this.#size;
    if ((node + 1) * columns > this.#cells.length) this.#grow();
    const place = parent === -1 ? 0 : this.count(parent);
    this.#cells.set([start, -1, keyStart, parent, -1, 0, place], node * columns);
    if (parent !== -1) this.#set(parent, COUNT, place + 1);
    this.#size += 1;
    return node;
  }

  end(node: number, end: number): void {
    this.#set(node, END, end);
    this.#set(node, NEXT, this.#size);
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
