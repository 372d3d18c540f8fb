import type { JsonObject, JsonValue } from './json.ts';
import { Problem } from './problem.ts';
import type { ProblemCode } from './problems.ts';

/** A validator recurses as deep as its value, and a million levels would overflow its stack. */
const deepestNesting = 64;

const largestExactInteger = 2n ** 53n;
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const doubleQuote = 34;
const backslash = 92;
const whiteSpace = /[ \t\n\r]*/y;

/**
 * JSON in which every text means one thing: no key twice, no key that reaches a prototype, no number that reading
 * would change, no nesting that a validator could not follow. `JSON.parse` lets all of these pass in silence.
 */
export function parseStrictJson(text: string): JsonValue {
  return new Reader(text).read();
}

class Reader {
  #position = 0;
  #depth = 0;

  constructor(readonly text: string) {
    if (text.charCodeAt(0) === 0xfeff) this.#position = 1;
  }

  read(): JsonValue {
    const value = this.#value();
    if (this.#position < this.text.length) throw this.#unexpected('the end of the JSON');
    return value;
  }

  #value(): JsonValue {
    this.#skipSpace();
    const value = this.#token();
    this.#skipSpace();
    return value;
  }

  #token(): JsonValue {
    switch (this.text[this.#position]) {
      case '{':
        return this.#nested(() => this.#object());
      case '[':
        return this.#nested(() => this.#array());
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > deepestNesting) {
      throw this.#problem('too-deep', `Objects and arrays may be nested ${deepestNesting} levels deep`);
    }
    this.#position += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): JsonObject {
    const object: JsonObject = {};
    this.#skipSpace();
    if (this.#take('}')) return object;
    do {
      this.#skipSpace();
      const start = this.#position;
      if (this.text[start] !== '"') throw this.#unexpected('a key in double quotes');
      const key = this.#string();
      this.#refuseKey(object, key, start);
      this.#skipSpace();
      if (!this.#take(':')) throw this.#unexpected('a colon after the key');
      const value = this.#value();
      if (
        key === 'constructor' &&
        typeof value === 'object' &&
        value !== null &&
        Object.hasOwn(value, 'prototype')
      ) {
        throw this.#problem('forbidden-key', 'The key "constructor" may not hold "prototype"', start);
      }
      object[key] = value;
    } while (this.#take(','));
    if (!this.#take('}')) throw this.#unexpected('a comma or the end of the object');
    return object;
  }

  #refuseKey(object: JsonObject, key: string, start: number): void {
    if (key === '__proto__' || key === 'constructor.prototype') {
      throw this.#problem('forbidden-key', `The key ${JSON.stringify(key)} is not allowed`, start);
    }
    if (Object.hasOwn(object, key)) {
      throw this.#problem(
        'duplicate-key',
        `The key ${JSON.stringify(key)} stands twice in one object`,
        start,
      );
    }
  }

  #array(): JsonValue[] {
    const array: JsonValue[] = [];
    this.#skipSpace();
    if (this.#take(']')) return array;
    do array.push(this.#value());
    while (this.#take(','));
    if (!this.#take(']')) throw this.#unexpected('a comma or the end of the array');
    return array;
  }

  #string(): string {
    const start = this.#position;
    let escaped = false;
    let end = start + 1;
    for (let code = this.text.charCodeAt(end); code !== doubleQuote; code = this.text.charCodeAt(end)) {
      if (!(code >= 32))
        throw this.#problem('malformed-json', 'A string does not end, or has a control character in it');
      escaped ||= code === backslash;
      end += code === backslash ? 2 : 1;
    }
    this.#position = end + 1;
    if (!escaped) return this.text.slice(start + 1, end);
    try {
      return String(JSON.parse(this.text.slice(start, end + 1)));
    } catch {
      throw this.#problem('malformed-json', 'A string has a wrong escape in it', start);
    }
  }

  #number(): number {
    const start = this.#position;
    const match = this.#match(number);
    if (!match) throw this.#unexpected('a value');
    const [literal, fraction, exponent] = match;
    const value = Number(literal);
    if (!Number.isFinite(value))
      throw this.#problem('invalid-number', `${shorten(literal)} is too large a number`, start);
    if (fraction === undefined && exponent === undefined && literal.length > 15 && isPastExact(literal)) {
      throw this.#problem('invalid-number', `${shorten(literal)} is an integer past 2^53`, start);
    }
    return value;
  }

  #word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.#position)) throw this.#unexpected('a value');
    this.#position += word.length;
    return value;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.text);
    if (match) this.#position = pattern.lastIndex;
    return match;
  }

  #skipSpace(): void {
    if (this.text.charCodeAt(this.#position) <= 32) this.#match(whiteSpace);
  }

  #take(character: string): boolean {
    if (this.text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }

  #unexpected(expected: string): Problem {
    const found = this.text[this.#position];
    const what = found === undefined ? 'the body ends' : `${JSON.stringify(found)} stands`;
    return this.#problem('malformed-json', `Expected ${expected}, but ${what} there`);
  }

  #problem(code: ProblemCode, sentence: string, position = this.#position): Problem {
    const before = this.text.slice(0, position);
    const line = before.split('\n').length;
    const column = position - before.lastIndexOf('\n');
    return new Problem(code, `${sentence} (line ${line}, column ${column}).`);
  }
}

/** An integer literal may have a million digits, and BigInt takes its time over those. */
function isPastExact(literal: string): boolean {
  const digits = literal.replace('-', '');
  return digits.length > 16 || BigInt(digits) > largestExactInteger;
}

function shorten(literal: string): string {
  return literal.length <= 24 ? literal : `${literal.slice(0, 20)}…`;
}
