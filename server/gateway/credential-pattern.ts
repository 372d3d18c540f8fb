/** Shorter texts stand in ordinary replies, too: to remove those would destroy replies, and tell what was removed. */
export const shortestCredential = 8;

/** JSON in JSON in JSON doubles its backslashes each time. */
const mostBackslashes = 8;
/** `%2541` is an encoded `%41`. */
const mostPercentRounds = 4;

const backslash = '\\'.charCodeAt(0);
const percent = '%'.charCodeAt(0);
const plus = '+'.charCodeAt(0);
const space = ' '.charCodeAt(0);
/** By byte; 16 is none. */
const hexDigits = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? 16 : digit;
});
const letters = { u: 'u'.charCodeAt(0), x: 'x'.charCodeAt(0) };

/** What stands for a character behind a backslash, in JSON and in most languages. */
const shortEscapes = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '/': '/' }).map(
    ([letter, character]) => [letter.charCodeAt(0), character.charCodeAt(0)],
  ),
);

interface Unit {
  code: number;
  /** As bytes: in UTF-8, and in Latin-1 where that is another byte. */
  raw: Buffer[];
}

/**
 * One text that must not be shown. In a text each of its characters may be written in any way that JSON or an address
 * has for it, whatever the others are; in other replies as its bytes alone.
 */
export class CredentialPattern {
  readonly #units: Unit[];

  constructor(
    readonly secretName: string,
    text: string,
    /** Whether it is looked for in replies that are no text. */
    readonly isRaw: boolean,
  ) {
    // Base64 has two alphabets.
    const isBase64 = !isRaw;
    this.#units = [...text].map((character) => unitOf(character, isBase64));
  }

  get length(): number {
    return this.#units.length;
  }

  /** The bytes with which a match may begin. */
  firstBytes(isText: boolean): number[] {
    const first = this.#units[0];
    if (!first) return [];
    const raw = first.raw.map((bytes) => bytes[0] ?? 0);
    return isText ? [...raw, backslash, percent, ...(first.code === space ? [plus] : [])] : raw;
  }

  /** Where a match that begins here ends; 0 where there is none, -1 where more must be read to know. */
  match(reader: EncodedReader, start: number, isText: boolean): number {
    reader.isShort = false;
    let places = [start];
    for (const unit of this.#units) {
      const next: number[] = [];
      for (const place of places) {
        for (const raw of unit.raw) reader.raw(place, raw, next);
        if (isText) reader.encoded(place, unit, next);
      }
      if (next.length === 0) return reader.isShort ? -1 : 0;
      // Several ways may lead to one place; what is looked at stays in proportion to the text.
      places = next.length === 1 ? next : [...new Set(next)];
    }
    return Math.max(...places);
  }
}

function unitOf(character: string, isBase64: boolean): Unit {
  const code = character.codePointAt(0) ?? 0;
  const raw = [Buffer.from(character)];
  if (code >= 0x80 && code <= 0xff) raw.push(Buffer.from(character, 'latin1'));
  if (isBase64 && character === '+') raw.push(Buffer.from('-'));
  if (isBase64 && character === '/') raw.push(Buffer.from('_'));
  return { code, raw };
}

/** Adds to `next` the places behind one character that is written at a place. */
export class EncodedReader {
  /** The bytes ended where more of them might have matched. */
  isShort = false;

  constructor(readonly bytes: Buffer) {}

  raw(place: number, wanted: Buffer, next: number[]): void {
    for (let offset = 0; offset < wanted.length; offset += 1)
      if (this.#at(place + offset) !== wanted[offset]) return;
    next.push(place + wanted.length);
  }

  encoded(place: number, { code, raw }: Unit, next: number[]): void {
    const first = this.#at(place);
    if (first === backslash) this.#escaped(place, code, next);
    else if (first === percent) for (const bytes of raw) this.#percent(place, bytes, next);
    else if (first === plus && code === space) next.push(place + 1);
  }

  #escaped(place: number, code: number, next: number[]): void {
    if (code > 0xffff) {
      const [high = 0, low = 0] = [...String.fromCodePoint(code)].flatMap(utf16);
      const middle: number[] = [];
      this.#escaped(place, high, middle);
      for (const between of middle) if (this.#at(between) === backslash) this.#escaped(between, low, next);
      return;
    }
    let end = place;
    while (end - place < mostBackslashes && this.#at(end) === backslash) {
      end += 1;
      if (code === backslash) next.push(end);
    }
    const letter = this.#at(end);
    if (letter === letters.u && this.#hex(end + 1, 4) === code) next.push(end + 5);
    if (letter === letters.x && this.#hex(end + 1, 2) === code) next.push(end + 3);
    if (shortEscapes.get(letter) === code) next.push(end + 1);
  }

  #percent(place: number, wanted: Buffer, next: number[]): void {
    let places = [place];
    for (const byte of wanted) places = places.flatMap((from) => this.#percentByte(from, byte));
    for (const behind of places) next.push(behind);
  }

  #percentByte(place: number, byte: number): number[] {
    if (this.#at(place) !== percent) return [];
    const found: number[] = [];
    for (let round = 0; round < mostPercentRounds; round += 1) {
      const at = place + 1 + 2 * round;
      const value = this.#hex(at, 2);
      if (value === byte) found.push(at + 2);
      if (value !== percent) break;
    }
    return found;
  }

  #hex(place: number, digits: number): number {
    let value = 0;
    for (let offset = 0; offset < digits; offset += 1) {
      const digit = hexDigits[this.#at(place + offset)] ?? 16;
      if (digit > 15) return -1;
      value = value * 16 + digit;
    }
    return value;
  }

  #at(place: number): number {
    const byte = this.bytes[place];
    if (byte === undefined) this.isShort = true;
    return byte ?? -1;
  }
}

function utf16(character: string): number[] {
  return [character.charCodeAt(0), character.charCodeAt(1)];
}
