/** Shorter texts also occur in ordinary responses: removing them would destroy data and reveal the credential. */
export const shortestCredential = 8;

/** JSON nested in JSON doubles its backslashes each time. */
const mostBackslashes = 8;
/** `%2541` is an encoded `%41`. */
const mostPercentRounds = 4;

const backslash = '\\'.charCodeAt(0);
const percent = '%'.charCodeAt(0);
/** A space in form encoding. */
const plus = '+'.charCodeAt(0);
const space = ' '.charCodeAt(0);
/** By byte; 16 marks other bytes. */
const hexDigits = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? 16 : digit;
});
const letters = { u: 'u'.charCodeAt(0), x: 'x'.charCodeAt(0) };

/** The escapes of JSON and most languages. */
const shortEscapes = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '/': '/' }).map(
    ([letter, character]) => [letter.charCodeAt(0), character.charCodeAt(0)],
  ),
);

interface Unit {
  code: number;
  /** Its bytes in UTF-8, and in Latin-1 if they differ. */
  raw: Buffer[];
  /** Its only unescaped byte; -1 if there are several. */
  onlyByte: number;
}

/** The cost of comparing a character, in skipped bytes. */
const stepsOfUnit = 16;

/**
 * A text that must not be shown. In text responses each character matches in every JSON or URL encoding; in other
 * responses only the bytes match.
 */
export class CredentialPattern {
  readonly #units: Unit[];
  /** The possible first bytes of its first character. */
  readonly #firstBytes: number[];
  /** The first UTF-16 code of its first character. */
  readonly #firstCode: number;

  constructor(
    readonly secretName: string,
    text: string,
    /** Whether it applies to responses that are not text. */
    readonly isRaw: boolean,
  ) {
    // Base64 has two alphabets.
    const isBase64 = !isRaw;
    this.#units = [...text].map((character) => unitOf(character, isBase64));
    this.#firstBytes = (this.#units[0]?.raw ?? []).map((bytes) => bytes[0] ?? 0);
    this.#firstCode = text.charCodeAt(0);
  }

  get length(): number {
    return this.#units.length;
  }

  firstBytes(isText: boolean): number[] {
    if (!isText) return this.#firstBytes;
    return [...this.#firstBytes, backslash, percent, ...(this.#firstCode === space ? [plus] : [])];
  }

  /** Whether a match may begin with the character that the reader has decoded. */
  mayBeginWith({ byte, decodedByte, decodedCode }: EncodedReader): boolean {
    if (decodedCode === this.#firstCode) return true;
    return this.#firstBytes.includes(byte) || this.#firstBytes.includes(decodedByte);
  }

  /** The end of a match that begins here; 0 for no match, -1 if more bytes are needed. */
  match(reader: EncodedReader, start: number, isText: boolean): number {
    reader.isShort = false;
    const { bytes } = reader;
    let places = [start];
    for (const unit of this.#units) {
      reader.steps += stepsOfUnit * places.length;
      const [place = 0] = places;
      const byte = bytes[place];
      if (places.length === 1 && byte === unit.onlyByte && !(isText && isEscape(byte))) {
        places[0] = place + 1;
        continue;
      }
      const next: number[] = [];
      for (const from of places) {
        for (const raw of unit.raw) reader.raw(from, raw, next);
        if (isText) reader.encoded(from, unit, next);
      }
      if (next.length === 0) return reader.isShort ? -1 : 0;
      // Several encodings may end at the same place. Removing duplicates keeps the work linear.
      places = next.length === 1 ? next : [...new Set(next)];
    }
    return Math.max(...places);
  }
}

function isEscape(byte: number): boolean {
  return byte === backslash || byte === percent || byte === plus;
}

function unitOf(character: string, isBase64: boolean): Unit {
  const code = character.codePointAt(0) ?? 0;
  const raw = [Buffer.from(character)];
  if (code >= 0x80 && code <= 0xff) raw.push(Buffer.from(character, 'latin1'));
  if (isBase64 && character === '+') raw.push(Buffer.from('-'));
  if (isBase64 && character === '/') raw.push(Buffer.from('_'));
  const [only] = raw;
  const onlyByte = raw.length === 1 && only?.length === 1 ? (only[0] ?? -1) : -1;
  return { code, raw, onlyByte };
}

/** Decodes single characters of a text. */
export class EncodedReader {
  /** A match needed more bytes than there are. */
  isShort = false;
  /** Counts the work. A step takes about as long as skipping one byte. */
  steps = 0;
  // The character that `decode` has read.
  byte = -1;
  /** The percent-decoded byte; -1 if there is none. */
  decodedByte = -1;
  /** The unescaped UTF-16 code; -1 if there is none. */
  decodedCode = -1;

  constructor(readonly bytes: Buffer) {}

  /** Decodes the character at a place once for all patterns. False if it is incomplete. */
  decode(place: number): boolean {
    this.isShort = false;
    this.byte = this.#at(place);
    this.decodedByte = -1;
    this.decodedCode = -1;
    this.steps += stepsOfUnit / 2;
    if (this.byte === backslash) this.decodedCode = this.#codeBehind(this.#afterBackslashes(place));
    else if (this.byte === percent) this.decodedByte = this.#byteBehind(place + 1);
    else if (this.byte === plus) this.decodedCode = space;
    return !this.isShort;
  }

  #afterBackslashes(place: number): number {
    let end = place;
    while (end - place < mostBackslashes && this.#at(end) === backslash) end += 1;
    return end;
  }

  #codeBehind(end: number): number {
    const letter = this.#at(end);
    if (letter === letters.u) return this.#hex(end + 1, 4);
    if (letter === letters.x) return this.#hex(end + 1, 2);
    return shortEscapes.get(letter) ?? -1;
  }

  /** The byte after all rounds of percent decoding. A percent sign in between also counts as itself. */
  #byteBehind(start: number): number {
    let value = percent;
    for (let round = 0; round < mostPercentRounds && value === percent; round += 1)
      value = this.#hex(start + 2 * round, 2);
    return value;
  }

  /** Adds the end of an unencoded character to `next`. */
  raw(place: number, wanted: Buffer, next: number[]): void {
    for (let offset = 0; offset < wanted.length; offset += 1)
      if (this.#at(place + offset) !== wanted[offset]) return;
    next.push(place + wanted.length);
  }

  /** Adds the ends of an encoded character to `next`. */
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
    const end = this.#afterBackslashes(place);
    if (code === backslash) for (let behind = place + 1; behind <= end; behind += 1) next.push(behind);
    if (this.#codeBehind(end) !== code) return;
    const letter = this.#at(end);
    next.push(end + 1 + (letter === letters.u ? 4 : letter === letters.x ? 2 : 0));
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
