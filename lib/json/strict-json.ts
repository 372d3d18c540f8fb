import type { JsonObject, JsonValue } from './json.ts';
import { Problem } from '../problem/problem.ts';
import type { ProblemCode } from '../problem/problems.ts';

/** Validators recurse: a million levels would overflow the stack. */
const deepestNesting = 64;

/** Twice a table of 10,000 rows and 10 columns. A value costs far more memory and time than its bytes. */
const mostValues = 250_000;

const largestExactInteger = 2n ** 53n;
/** Integers with at most this many digits are always exact. */
const exactDigits = 15;
const anyNumber = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

/** A longer string is scanned with a regular expression, which starts slowly but runs fast. */
const shortString = 64;
const plainCharacters = /[^"\\\u0000-\u001f]*/y;

const code = {
  tab: 9,
  newLine: 10,
  carriageReturn: 13,
  space: 32,
  doubleQuote: 34,
  comma: 44,
  minus: 45,
  point: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  upperE: 69,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  lowerE: 101,
  f: 102,
  n: 110,
  t: 116,
  openBrace: 123,
  closeBrace: 125,
  byteOrderMark: 0xfeff,
};

/**
 * Parses JSON without ambiguity: no duplicate keys, no keys that reach a prototype, no numbers that lose digits, no
 * nesting too deep for a validator. `JSON.parse` accepts all of these. It compares character codes, because regular
 * expressions and one-character strings take five times as long.
 */
export function parseStrictJson(text: string): JsonValue {
  return new Reader(text).read();
}

class Reader {
  readonly #text: string;
  #position = 0;
  #depth = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === code.byteOrderMark) this.#position = 1;
  }

  read(): JsonValue {
    this.#skipSpace();
    const value = this.#value();
    this.#skipSpace();
    if (this.#position < this.#text.length) throw this.#unexpected('the end of the JSON');
    return value;
  }

  #value(): JsonValue {
    this.#values += 1;
    if (this.#values > mostValues) throw this.#tooMany();
    switch (this.#text.charCodeAt(this.#position)) {
      case code.openBrace:
        return this.#object();
      case code.openBracket:
        return this.#array();
      case code.doubleQuote:
        return this.#string();
      case code.t:
        return this.#word('true', true);
      case code.f:
        return this.#word('false', false);
      case code.n:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(): JsonObject {
    const object: JsonObject = {};
    this.#open();
    if (this.#take(code.closeBrace)) return this.#closed(object);
    do {
      this.#skipSpace();
      this.#member(object);
      this.#skipSpace();
    } while (this.#take(code.comma));
    if (!this.#take(code.closeBrace)) throw this.#unexpected('a comma or the end of the object');
    return this.#closed(object);
  }

  #member(object: JsonObject): void {
    const start = this.#position;
    if (this.#text.charCodeAt(start) !== code.doubleQuote) throw this.#unexpected('a quoted key');
    const key = this.#string();
    this.#refuseKey(object, key, start);
    this.#skipSpace();
    if (!this.#take(code.colon)) throw this.#unexpected('a colon after the key');
    this.#skipSpace();
    const value = this.#value();
    if (key === 'constructor' && holdsPrototype(value))
      throw this.#problem('forbidden-key', 'the key "constructor" may not hold "prototype"', start);
    object[key] = value;
  }

  #refuseKey(object: JsonObject, key: string, start: number): void {
    if (key === '__proto__' || key === 'constructor.prototype') {
      throw this.#problem('forbidden-key', `the key ${JSON.stringify(key)} is not allowed`, start);
    }
    if (Object.hasOwn(object, key)) {
      throw this.#problem(
        'duplicate-key',
        `the key ${JSON.stringify(key)} occurs twice in one object`,
        start,
      );
    }
  }

  #array(): JsonValue[] {
    const array: JsonValue[] = [];
    this.#open();
    if (this.#take(code.closeBracket)) return this.#closed(array);
    do {
      this.#skipSpace();
      array.push(this.#value());
      this.#skipSpace();
    } while (this.#take(code.comma));
    if (!this.#take(code.closeBracket)) throw this.#unexpected('a comma or the end of the array');
    return this.#closed(array);
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > deepestNesting) {
      throw this.#problem('too-deep', `objects and arrays may be nested ${deepestNesting} levels deep`);
    }
    this.#position += 1;
    this.#skipSpace();
  }

  #closed<T>(value: T): T {
    this.#depth -= 1;
    return value;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#position;
    const short = start + shortString;
    let isEscaped = false;
    let end = start + 1;
    for (let next = text.charCodeAt(end); next !== code.doubleQuote; next = text.charCodeAt(end)) {
      // Also true at the end of the text, where the code is undefined.
      if (!(next >= code.space)) throw this.#endlessString();
      isEscaped ||= next === code.backslash;
      end += next === code.backslash ? 2 : 1;
      if (end > short) end = this.#skipPlain(end);
    }
    this.#position = end + 1;
    if (!isEscaped) return text.slice(start + 1, end);
    try {
      return String(JSON.parse(text.slice(start, end + 1)));
    } catch {
      throw this.#problem('malformed-json', 'a string has an invalid escape', start);
    }
  }

  #number(): number {
    const text = this.#text;
    const start = this.#position;
    const isNegative = text.charCodeAt(start) === code.minus;
    const first = isNegative ? start + 1 : start;
    let end = first;
    let value = 0;
    let next = text.charCodeAt(end);
    for (; next >= code.zero && next <= code.nine; next = text.charCodeAt(++end))
      value = value * 10 + next - code.zero;
    const digits = end - first;
    const isInteger = next !== code.point && next !== code.lowerE && next !== code.upperE;
    const isPlain = digits === 1 || (digits > 1 && text.charCodeAt(first) !== code.zero);
    if (!isInteger || !isPlain || digits > exactDigits) return this.#anyNumber();
    this.#position = end;
    return isNegative ? -value : value;
  }

  #anyNumber(): number {
    const start = this.#position;
    anyNumber.lastIndex = start;
    const match = anyNumber.exec(this.#text);
    if (!match) throw this.#unexpected('a value');
    this.#position = anyNumber.lastIndex;
    const [literal, fraction, exponent] = match;
    const value = Number(literal);
    if (!Number.isFinite(value))
      throw this.#problem('invalid-number', `the number ${shorten(literal)} is too large`, start);
    if (fraction === undefined && exponent === undefined && isPastExact(literal))
      throw this.#problem('invalid-number', `the integer ${shorten(literal)} is beyond 2^53`, start);
    return value;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#position)) throw this.#unexpected('a value');
    this.#position += word.length;
    return value;
  }

  #skipPlain(from: number): number {
    plainCharacters.lastIndex = from;
    return plainCharacters.test(this.#text) ? plainCharacters.lastIndex : from;
  }

  #skipSpace(): void {
    const text = this.#text;
    let next = text.charCodeAt(this.#position);
    while (next === code.space || next === code.newLine || next === code.carriageReturn || next === code.tab)
      next = text.charCodeAt(++this.#position);
  }

  #take(wanted: number): boolean {
    if (this.#text.charCodeAt(this.#position) !== wanted) return false;
    this.#position += 1;
    return true;
  }

  #tooMany(): Problem {
    return this.#problem(
      'too-many-members',
      `the JSON has more than ${mostValues} values, counting each object, each array and their contents`,
    );
  }

  #endlessString(): Problem {
    return this.#problem('malformed-json', 'a string does not end, or has a control character');
  }

  #unexpected(expected: string): Problem {
    const character = this.#text[this.#position];
    const found = character === undefined ? 'the end of the text' : JSON.stringify(character);
    return this.#problem('malformed-json', `expected ${expected}, found ${found}`);
  }

  #problem(problem: ProblemCode, sentence: string, position = this.#position): Problem {
    const before = this.#text.slice(0, position);
    const line = before.split('\n').length;
    const column = position - before.lastIndexOf('\n');
    return new Problem(problem, `Line ${line}, column ${column}: ${sentence}.`);
  }
}

function holdsPrototype(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/** A literal may have a million digits, for which BigInt is slow. */
function isPastExact(literal: string): boolean {
  if (literal.length <= exactDigits) return false;
  const digits = literal.replace('-', '');
  return digits.length > 16 || BigInt(digits) > largestExactInteger;
}

function shorten(literal: string): string {
  return literal.length <= 24 ? literal : `${literal.slice(0, 20)}…`;
}
