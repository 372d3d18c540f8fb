import { linearPattern } from '../schema/linear-pattern.ts';

/** Longer texts are no use as samples. */
const maxTextLength = 10_000;
const maxDepth = 60;
/** Instructions of the pattern times characters of the texts that are tried: some hundredths of a second. */
const maxWork = 1_000_000;
const triedLengths = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 255, 1000, 4000];

/**
 * A text of this length that matches the pattern, found by walking through the pattern; undefined if none is found.
 * `variant` selects another one, if the pattern allows several.
 */
export function samplePattern(
  pattern: string,
  minLength = 0,
  maxLength = maxTextLength,
  variant = 0,
): string | undefined {
  const matcher = linearPattern(pattern);
  let work = 0;
  const fits = (text: string) => {
    const length = [...text].length;
    if (length < minLength || length > maxLength) return false;
    work += matcher.size * length;
    return work <= maxWork && matcher.test(text);
  };
  for (const characters of new Set([variant, 0])) {
    for (let choice = 0; choice < 6 && work <= maxWork; choice += 1) {
      const walk = (repeats: number) =>
        new PatternWalk(pattern, repeats, choice + variant, characters).text();
      const found = firstFitting(walk, fits, minLength, maxLength);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function firstFitting(
  walk: (repeats: number) => string | undefined,
  fits: (text: string) => boolean,
  minLength: number,
  maxLength: number,
): string | undefined {
  for (const repeats of triedLengths) {
    const text = walk(repeats);
    if (text === undefined || text.length > maxTextLength) return undefined;
    const found = [text, text.padEnd(minLength, 'a'), text.slice(0, maxLength)].find(fits);
    if (found !== undefined || text.length > maxLength) return found;
  }
  return undefined;
}

interface Quantity {
  min: number;
  max: number;
}

/** Reads a pattern from left to right and writes a matching text. Assertions are assumed to hold. */
class PatternWalk {
  #at = 0;
  #depth = 0;
  #written = 0;
  readonly #source: string[];

  readonly #repeats: number;
  #choices: number;
  #characters: number;

  constructor(
    pattern: string,
    /** Additional repetitions beyond the minimum of an open repetition. */
    repeats: number,
    /** Selects alternatives and characters of sets. */
    choices: number,
    characters: number,
  ) {
    this.#repeats = repeats;
    this.#choices = choices;
    this.#characters = characters;

    this.#source = [...pattern];
  }

  text(): string | undefined {
    const text = this.#alternation();
    return this.#written > maxTextLength * 4 ? undefined : text;
  }

  #alternation(): string {
    this.#depth += 1;
    const alternatives = [this.#sequence()];
    while (this.#peek() === '|') {
      this.#at += 1;
      alternatives.push(this.#sequence());
    }
    this.#depth -= 1;
    if (alternatives.length === 1) return alternatives[0] ?? '';
    const chosen = alternatives[this.#choices % alternatives.length] ?? '';
    this.#choices = Math.floor(this.#choices / alternatives.length);
    return chosen;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#source.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const piece = this.#atom();
      const { min, max } = this.#quantity();
      const times = Math.min(max, min + (max > min ? this.#repeats : 0));
      if (piece.length * times > maxTextLength || this.#depth > maxDepth) this.#written += maxTextLength * 5;
      else text += piece.repeat(times);
      if (text.length > maxTextLength) this.#written += maxTextLength * 5;
    }
    return text.slice(0, maxTextLength + 1);
  }

  #atom(): string {
    const character = this.#take();
    if (character === '^' || character === '$') return '';
    if (character === '.') return this.#oneOf(wordRanges);
    if (character === '(') return this.#group();
    if (character === '[') return this.#characterClass();
    return character === '\\' ? this.#escape() : character;
  }

  #group(): string {
    let asserts = false;
    if (this.#peek() === '?') {
      this.#at += 1;
      const kind = this.#take();
      if (kind === '=' || kind === '!') asserts = true;
      else if (kind === '<' || kind === 'P') {
        if (kind === 'P') this.#at += 1;
        if (kind === '<' && (this.#peek() === '=' || this.#peek() === '!')) asserts = true;
        else while (this.#at < this.#source.length && this.#take() !== '>');
      } else
        while (kind !== ':' && this.#at < this.#source.length && !':)'.includes(this.#peek())) this.#at += 1;
      if (kind !== ':' && kind !== '<' && kind !== 'P' && this.#peek() === ':') this.#at += 1;
    }
    const text = this.#alternation();
    if (this.#peek() === ')') this.#at += 1;
    return asserts ? '' : text;
  }

  #quantity(): Quantity {
    const rest = this.#source.slice(this.#at, this.#at + 14).join('');
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(rest);
    let quantity: Quantity = { min: 1, max: 1 };
    if (counted !== null) {
      const min = Number(counted[1]);
      quantity = { min, max: counted[2] === '' ? min : counted[3] === '' ? Infinity : Number(counted[3]) };
      this.#at += counted[0].length;
    } else if (rest.startsWith('*')) quantity = { min: 0, max: Infinity };
    else if (rest.startsWith('+')) quantity = { min: 1, max: Infinity };
    else if (rest.startsWith('?')) quantity = { min: 0, max: 1 };
    else return quantity;
    if (counted === null) this.#at += 1;
    if (this.#peek() === '?') this.#at += 1;
    return quantity;
  }

  #escape(): string {
    const letter = this.#take();
    const set = escapeSet(letter);
    if (set !== undefined) return this.#oneOf(set);
    if (letter === 'p' || letter === 'P') return propertySample(this.#braced(), letter === 'P');
    if (letter === 'k') {
      while (this.#at < this.#source.length && this.#take() !== '>');
      return '';
    }
    if (/[bBAzZG1-9]/.test(letter)) return '';
    return this.#character(letter);
  }

  #character(letter: string): string {
    const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
    if (letter === 'x') return this.#hex(2);
    if (letter === 'u') return this.#peek() === '{' ? fromHex(this.#braced()) : this.#hex(4);
    if (letter === 'c') return String.fromCodePoint((this.#take().codePointAt(0) ?? 64) % 32);
    return controls[letter] ?? letter;
  }

  #characterClass(): string {
    const negated = this.#peek() === '^';
    if (negated) this.#at += 1;
    const ranges: Range[] = [];
    for (let first = true; this.#at < this.#source.length && (first || this.#peek() !== ']'); first = false) {
      if (first && this.#peek() === ']') break;
      const low = this.#classMember(ranges);
      if (low === undefined) continue;
      if (this.#peek() === '-' && this.#source[this.#at + 1] !== ']' && this.#at + 1 < this.#source.length) {
        this.#at += 1;
        const high = this.#classMember(ranges);
        ranges.push(high === undefined ? [low, low] : [low, Math.max(low, high)]);
      } else ranges.push([low, low]);
    }
    this.#at += 1;
    return this.#oneOf(negated ? complement(ranges) : ranges);
  }

  /** One code point, or undefined for a set, which is added to the ranges. */
  #classMember(ranges: Range[]): number | undefined {
    const character = this.#take();
    if (character === '[' && this.#peek() === ':') {
      const name = /^:(\w+):\]/.exec(this.#source.slice(this.#at, this.#at + 14).join(''));
      if (name !== null) {
        this.#at += name[0].length;
        ranges.push(...(escapeSet(name[1] === 'digit' ? 'd' : name[1] === 'space' ? 's' : 'w') ?? []));
        return undefined;
      }
    }
    if (character !== '\\') return character.codePointAt(0) ?? 0;
    const letter = this.#take();
    const set = escapeSet(letter);
    if (set !== undefined || letter === 'p' || letter === 'P') {
      const code =
        set === undefined ? (propertySample(this.#braced(), letter === 'P').codePointAt(0) ?? 97) : 0;
      ranges.push(...(set ?? [[code, code] satisfies Range]));
      return undefined;
    }
    return letter === 'b' ? 8 : (this.#character(letter).codePointAt(0) ?? 0);
  }

  #oneOf(ranges: Range[]): string {
    const characters = readable(ranges);
    const character = characters[this.#characters % characters.length] ?? '';
    this.#characters = Math.floor(this.#characters / Math.max(1, characters.length));
    return character;
  }

  #hex(digits: number): string {
    const text = this.#source.slice(this.#at, this.#at + digits).join('');
    this.#at += digits;
    return fromHex(text);
  }

  #braced(): string {
    if (this.#peek() !== '{') return this.#take();
    const end = this.#source.indexOf('}', this.#at);
    const text = this.#source.slice(this.#at + 1, end < 0 ? this.#source.length : end).join('');
    this.#at = end < 0 ? this.#source.length : end + 1;
    return text;
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #take(): string {
    const character = this.#peek();
    this.#at += 1;
    return character;
  }
}

type Range = [number, number];
const lastCodePoint = 0x10ffff;
const digitRanges: Range[] = [[48, 57]];
const wordRanges: Range[] = [[97, 122], [65, 90], [48, 57], [95, 95]]; // biome-ignore format: a list of ranges
const spaces: Range[] = [[32, 32], [9, 13]]; // biome-ignore format: a list of ranges
/** Readable characters, the best first. */
const niceCharacters = 'aA1bB0zZ9 _-.,:;/@#+=*!?()[]{}<>"\'%&$|~^`\\é';

function escapeSet(letter: string): Range[] | undefined {
  if (letter === 'd') return digitRanges;
  if (letter === 'w') return wordRanges;
  if (letter === 's') return spaces;
  if (letter === 'D') return complement(digitRanges);
  if (letter === 'W') return complement(wordRanges);
  return letter === 'S' ? complement(spaces) : undefined;
}

function complement(ranges: Range[]): Range[] {
  const result: Range[] = [];
  let next = 0;
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (low > next) result.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  return next <= lastCodePoint ? [...result, [next, lastCodePoint]] : result;
}

/** Some characters of a set, the most readable first. */
function readable(ranges: Range[]): string[] {
  const holds = (code: number) => ranges.some(([low, high]) => code >= low && code <= high);
  const nice = [...niceCharacters].filter((character) => holds(character.codePointAt(0) ?? 0));
  const [low, high] = ranges[0] ?? [0, -1];
  const first = Array.from({ length: Math.min(26, high - low + 1) }, (_, index) =>
    safeCharacter(low + index),
  );
  return [...new Set([...nice, ...first])];
}

function safeCharacter(code: number): string {
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(Math.min(code, lastCodePoint));
}

function fromHex(text: string): string {
  const code = Number.parseInt(text, 16);
  return Number.isNaN(code) ? '' : safeCharacter(code);
}

function propertySample(name: string, negated: boolean): string {
  const samples: [RegExp, string][] = [
    [/^(?:Lu|Uppercase)/, 'A'],
    [/^(?:N|Number|Decimal)/, '1'],
    [/^(?:P|Punct)/, '-'],
    [/^(?:Z|Sep|Space|White)/, ' '],
    [/^(?:S|Symbol)$/, '+'],
    [/Cyrillic/, 'а'],
    [/Greek/, 'α'],
    [/Han/, '中'],
    [/Hiragana/, 'あ'],
    [/Katakana/, 'ア'],
  ];
  if (negated) return /^(?:L|N)/.test(name) ? '-' : 'a';
  return samples.find(([pattern]) => pattern.test(name))?.[1] ?? 'a';
}
