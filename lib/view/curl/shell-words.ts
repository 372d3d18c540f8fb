export interface ShellWord {
  text: string;
  /** Its position in the pasted text. */
  at: number;
  /** The position of an expansion that only the shell can evaluate: `$NAME`, `$(…)`. */
  expandsAt: number | undefined;
}

type ShellWords =
  | { ok: true; words: ShellWord[]; endsAt: number }
  | { ok: false; at: number; detail: string };

/** Splits the first command of a text into words, as a POSIX shell does. */
export function shellWords(text: string): ShellWords {
  const start = text.search(/\S/);
  return start < 0 ? { ok: true, words: [], endsAt: text.length } : new Lexer(text, start).read();
}

const blank = /[ \t\r]/;
/** What follows is another command, or a redirection. */
const endsCommand = /[\n|;&<>]/;
const simpleEscapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  v: '\v',
};

class Lexer {
  readonly #words: ShellWord[] = [];
  #word: ShellWord | undefined;
  #position: number;

  constructor(
    readonly text: string,
    start: number,
  ) {
    this.#position = start;
  }

  read(): ShellWords {
    for (;;) {
      const next = this.text[this.#position];
      if (next === undefined || endsCommand.test(next)) break;
      const unclosed = this.#step(next);
      if (unclosed) return unclosed;
    }
    this.#finishWord();
    return { ok: true, words: this.#words, endsAt: this.#position };
  }

  #step(next: string): ShellWords | undefined {
    if (blank.test(next)) {
      this.#finishWord();
      this.#position += 1;
      return undefined;
    }
    if (this.#continuation()) return undefined;
    if (next === "'") return this.#single();
    if (next === '"') return this.#double();
    const after = this.text[this.#position + 1];
    if (next === '$' && after === "'") return this.#ansi();
    if (next === '$' && after === '"') this.#position += 1;
    else if (next === '\\') this.#add(after ?? '', 2);
    else if (this.#expansion()) return undefined;
    else this.#add(next, 1);
    return undefined;
  }

  /** A backslash, or PowerShell's backtick, continues the command on the next line. */
  #continuation(): boolean {
    const match = /^[\\`]\r?\n/.exec(this.text.slice(this.#position, this.#position + 3));
    if (!match) return false;
    this.#position += match[0].length;
    return true;
  }

  #single(): ShellWords | undefined {
    const end = this.text.indexOf("'", this.#position + 1);
    if (end < 0) return this.#unclosed('a single quote');
    this.#add(this.text.slice(this.#position + 1, end), end + 1 - this.#position);
    return undefined;
  }

  #double(): ShellWords | undefined {
    const start = this.#position;
    this.#add('', 1);
    for (;;) {
      const next = this.text[this.#position];
      const after = this.text[this.#position + 1] ?? '';
      if (next === undefined) {
        this.#position = start;
        return this.#unclosed('a double quote');
      }
      if (next === '"') break;
      if (next === '\\' && after === '\n') this.#add('', 2);
      else if (next === '\\' && /["\\$`]/.test(after)) this.#add(after, 2);
      else if (!this.#expansion()) this.#add(next, 1);
    }
    this.#add('', 1);
    return undefined;
  }

  /** `$'…'`, which browsers write for “Copy as cURL”. */
  #ansi(): ShellWords | undefined {
    const [whole, inside] = /^\$'([^'\\]*(?:\\[^][^'\\]*)*)'/.exec(this.text.slice(this.#position)) ?? [];
    if (whole === undefined || inside === undefined) return this.#unclosed("a quote that begins with $'");
    this.#add(ansiText(inside), whole.length);
    return undefined;
  }

  /** Keeps the text of an expansion and marks the word. */
  #expansion(): boolean {
    const rest = this.text.slice(this.#position, this.#position + 2);
    if (!/^(?:\$[A-Za-z_0-9{(@*#?$!-]|`)/.test(rest)) return false;
    const end = expansionEnd(this.text, this.#position);
    const word = this.#openWord();
    word.expandsAt ??= this.#position;
    word.text += this.text.slice(this.#position, end);
    this.#position = end;
    return true;
  }

  #add(text: string, length: number): void {
    this.#openWord().text += text;
    this.#position += length;
  }

  #openWord(): ShellWord {
    this.#word ??= { text: '', at: this.#position, expandsAt: undefined };
    return this.#word;
  }

  #finishWord(): void {
    if (this.#word) this.#words.push(this.#word);
    this.#word = undefined;
  }

  #unclosed(what: string): ShellWords {
    return { ok: false, at: this.#position, detail: `${what} opens here and is never closed.` };
  }
}

function expansionEnd(text: string, start: number): number {
  if (text[start] === '`') return endOr(text, text.indexOf('`', start + 1));
  const [name] = /^\$(?:[A-Za-z_]\w*|[^{(])/.exec(text.slice(start, start + 200)) ?? [];
  if (name !== undefined) return start + name.length;
  const close = text[start + 1] === '{' ? '}' : ')';
  return endOr(text, text.indexOf(close, start));
}

function endOr(text: string, end: number): number {
  return end < 0 ? text.length : end + 1;
}

/** `\xHH` and octal escapes are bytes of UTF-8, the others are characters. */
function ansiText(inside: string): string {
  const escapes =
    /((?:\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3})+)|\\u([0-9a-fA-F]{1,4})|\\U([0-9a-fA-F]{1,8})|\\c([^])|\\([^])/g;
  return inside.replace(
    escapes,
    (whole, bytes?: string, unit?: string, point?: string, control?: string, simple?: string) => {
      if (bytes !== undefined) return bytesText(bytes);
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      if (point !== undefined) return pointText(Number.parseInt(point, 16));
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
      if (simple === undefined) return whole;
      return simpleEscapes[simple] ?? (/['"\\?]/.test(simple) ? simple : whole);
    },
  );
}

function bytesText(escapes: string): string {
  const bytes = [...escapes.matchAll(/\\x([0-9a-fA-F]{1,2})|\\([0-7]{1,3})/g)].map(([, hex, octal]) =>
    hex === undefined ? Number.parseInt(octal ?? '0', 8) & 0xff : Number.parseInt(hex, 16),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function pointText(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}

/** What an option of curl means for the call. */
export type CurlOption =
  | { kind: 'data' | 'json' | 'method' | 'address' | 'header' }
  | { kind: 'harmless'; takesValue: boolean | 'perhaps' }
  | { kind: 'refused'; why: string };

export function longOption(name: string): CurlOption {
  const refused = refusals[name];
  if (refused !== undefined) return { kind: 'refused', why: refused };
  const kind = knownOptions[name];
  if (kind) return { kind };
  return { kind: 'harmless', takesValue: flags.has(name) || name.startsWith('no-') ? false : 'perhaps' };
}

/** Short options with a meaning here; of the others, only whether a value follows matters. */
export function shortOption(letter: string): CurlOption {
  const name = shortNames[letter];
  if (name !== undefined) return longOption(name);
  return { kind: 'harmless', takesValue: shortWithValue.includes(letter) };
}

const knownOptions: Record<string, 'data' | 'json' | 'method' | 'address' | 'header'> = {
  data: 'data',
  'data-raw': 'data',
  'data-ascii': 'data',
  'data-binary': 'data',
  json: 'json',
  request: 'method',
  url: 'address',
  header: 'header',
};

const shortNames: Record<string, string> = {
  d: 'data',
  X: 'request',
  H: 'header',
  F: 'form',
  G: 'get',
  I: 'head',
  T: 'upload-file',
  K: 'config',
  ':': 'next',
};

const shortWithValue = 'AbcCDeEhmoPQrtuUwxyYz';

const elsewhere = 'puts the input into the URL; a call takes it as JSON, with -d.';
const refusals: Record<string, string> = {
  form: 'sends a form; a call takes its input as JSON, with -d.',
  'form-string': 'sends a form; a call takes its input as JSON, with -d.',
  'data-urlencode': 'sends a form; a call takes its input as JSON, with -d.',
  get: elsewhere,
  'url-query': elsewhere,
  head: 'requests only the headers; a call is a POST.',
  'upload-file': 'sends a file; a call takes its input as JSON, with -d.',
  config: 'reads more options from a file, which this page cannot read.',
  next: 'starts a second request; paste one call only.',
};

/** Common options without a value. After an unknown option, the next word decides. */
const flags = new Set([
  'anyauth',
  'basic',
  'compressed',
  'compressed-ssh',
  'digest',
  'disable',
  'fail',
  'fail-early',
  'fail-with-body',
  'globoff',
  'http0.9',
  'http1.0',
  'http1.1',
  'http2',
  'http2-prior-knowledge',
  'http3',
  'include',
  'insecure',
  'ipv4',
  'ipv6',
  'junk-session-cookies',
  'location',
  'location-trusted',
  'negotiate',
  'netrc',
  'ntlm',
  'parallel',
  'path-as-is',
  'progress-bar',
  'raw',
  'remote-header-name',
  'remote-name',
  'show-error',
  'show-headers',
  'silent',
  'ssl',
  'ssl-reqd',
  'styled-output',
  'tcp-fastopen',
  'tcp-nodelay',
  'tlsv1',
  'tlsv1.2',
  'tlsv1.3',
  'tr-encoding',
  'trace-time',
  'verbose',
  'xattr',
]);
