import { JsonDocument } from './json-document.ts';

export interface JsonBreak {
  offset: number;
  line: number;
  column: number;
  sentence: string;
}

export type JsonReading =
  | { ok: true; document: JsonDocument }
  | { ok: false; reason: 'broken'; at: JsonBreak }
  | { ok: false; reason: 'too-many' };

/** A larger tree takes more memory than a phone may have. */
const mostNodes = 2_000_000;
const nodesAtATime = 4_000;

/**
 * Parses JSON without recursion, so that depth cannot overflow the stack, and in steps, so that the page stays
 * responsive.
 */
export function* readJson(text: string): Generator<undefined, JsonReading> {
  const reader = new Reader(text);
  try {
    while (reader.document.size <= mostNodes) {
      if (reader.readOn(reader.document.size + nodesAtATime)) return { ok: true, document: reader.document };
      yield;
    }
    return { ok: false, reason: 'too-many' };
  } catch (error) {
    if (error instanceof BrokenJson) return { ok: false, reason: 'broken', at: whereIn(text, error) };
    throw error;
  }
}

class BrokenJson extends Error {
  constructor(
    readonly offset: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words = ['true', 'false', 'null'];
const escapes = '"\\/bfnrt';

class Reader {
  readonly document: JsonDocument;
  #position = 0;
  #parent = -1;

  constructor(readonly text: string) {
    this.document = new JsonDocument(text);
    if (text.charCodeAt(0) === 0xfeff) this.#position = 1;
  }

  /** Returns true at the end, and false after the given number of nodes. */
  readOn(untilSize: number): boolean {
    while (this.document.size < untilSize) {
      this.#skipSpace();
      const node = this.#begin();
      if (this.#opens(node)) continue;
      if (this.#closesAll()) return true;
    }
    return false;
  }

  #begin(): number {
    let keyStart = -1;
    if (this.#parent !== -1 && this.document.kind(this.#parent) === 'object') {
      keyStart = this.#position;
      if (this.text[keyStart] !== '"') throw this.#expected('a key in double quotes');
      this.#string();
      this.#skipSpace();
      if (!this.#take(':')) throw this.#expected('a colon after the key');
      this.#skipSpace();
    }
    return this.document.begin(this.#parent, keyStart, this.#position);
  }

  /** Whether the node contains others, which come next. */
  #opens(node: number): boolean {
    const close = closeOf(this.text[this.#position]);
    if (close === undefined) {
      this.#scalar();
    } else {
      this.#position += 1;
      this.#skipSpace();
      if (!this.#take(close)) {
        this.#parent = node;
        return true;
      }
    }
    this.document.end(node, this.#position);
    return false;
  }

  /** After a value: a comma, or the end of one or more parents, or of the text. */
  #closesAll(): boolean {
    for (;;) {
      this.#skipSpace();
      if (this.#parent === -1) {
        if (this.#position < this.text.length) throw this.#expected('the end of the JSON');
        return true;
      }
      if (this.#take(',')) return false;
      const isObject = this.document.kind(this.#parent) === 'object';
      if (!this.#take(isObject ? '}' : ']'))
        throw this.#expected(`a comma or the end of the ${isObject ? 'object' : 'array'}`);
      this.document.end(this.#parent, this.#position);
      this.#parent = this.document.parent(this.#parent);
    }
  }

  #scalar(): void {
    if (this.text[this.#position] === '"') return this.#string();
    const word = words.find((one) => this.text.startsWith(one, this.#position));
    number.lastIndex = this.#position;
    const length = word?.length ?? number.exec(this.text)?.[0].length;
    if (length === undefined) throw this.#expected('a value');
    this.#position += length;
  }

  #string(): void {
    const start = this.#position;
    let end = start + 1;
    for (;;) {
      const code = this.text.charCodeAt(end);
      if (code === 34) break;
      if (Number.isNaN(code)) throw new BrokenJson(start, 'a string starts here and does not end');
      if (code < 32) throw new BrokenJson(end, 'a string has an unescaped control character');
      if (code === 92) end += this.#escape(end);
      else end += 1;
    }
    this.#position = end + 1;
  }

  #escape(at: number): number {
    const next = this.text[at + 1] ?? '';
    if (next !== '' && escapes.includes(next)) return 2;
    if (/^u[0-9a-fA-F]{4}$/.test(this.text.slice(at + 1, at + 6))) return 6;
    throw new BrokenJson(at, 'a string has an invalid escape');
  }

  #take(character: string): boolean {
    if (this.text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.#position);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#position += 1;
    }
  }

  #expected(what: string): BrokenJson {
    const found = this.text[this.#position];
    const there = found === undefined ? 'the end of the text' : JSON.stringify(found);
    return new BrokenJson(this.#position, `expected ${what}, found ${there}`);
  }
}

function closeOf(open: string | undefined): string | undefined {
  if (open === '{') return '}';
  return open === '[' ? ']' : undefined;
}

function whereIn(text: string, { offset, message }: BrokenJson): JsonBreak {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { offset, line, column: offset - lineStart + 1, sentence: message };
}
