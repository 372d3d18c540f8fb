import { RE2JS } from 're2js';

/** A regular expression that takes time in proportion to the text, whatever the pattern. */
export interface LinearPattern {
  test(text: string): boolean;
  /** `exact` as ECMAScript means it; `loosened`: repetition counts are not kept; `ignored`: every text matches. */
  fidelity: 'exact' | 'loosened' | 'ignored';
  /** Instructions of the compiled pattern: a test takes time in proportion to these times the text's length. */
  size: number;
}

/** Beyond this a pattern is not compiled: 5,000 alternatives take 140 ms, and memory with them. */
const MAX_PATTERN_CHARACTERS = 20_000;

const SPACES =
  '\\s\\x{0b}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';

/** ECMAScript names of general categories that RE2 knows by their short names only. */
const CATEGORIES: Record<string, string> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Letter_Number: 'Nl',
  Punctuation: 'P',
  Symbol: 'S',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Other: 'C',
  Control: 'Cc',
};

/** Look-around and back-references are beyond a linear engine: such a pattern matches everything, and says so. */
export function linearPattern(pattern: string): LinearPattern {
  if (pattern.length <= MAX_PATTERN_CHARACTERS) {
    const exact = compiled(translated(pattern, false));
    if (exact) return { test: (text) => exact.test(text), fidelity: 'exact', size: exact.programSize() };
    const loose = compiled(translated(pattern, true));
    if (loose) return { test: (text) => loose.test(text), fidelity: 'loosened', size: loose.programSize() };
  }
  return { test: () => true, fidelity: 'ignored', size: 1 };
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    if (error instanceof Error && error.name.startsWith('RE2JS')) return undefined;
    throw error;
  }
}

const TOKEN = /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\.|\[\^?\]|\[\^?|\]|\{(\d+)(,\d*)?\}|./gsu;

/** The differences between ECMAScript and RE2 that RE2JS leaves: `\s`, `.`, property names, `[` inside a class. */
function translated(pattern: string, loosened: boolean): string {
  let inClass = false;
  return pattern.replace(TOKEN, (token: string, least?: string) => {
    const before = inClass;
    if (!inClass && /^\[\^?$/.test(token)) inClass = true;
    else if (token === ']') inClass = false;
    if (before) return insideClass(token);
    if (token === '\\s') return `[${SPACES}]`;
    if (token === '\\S') return `[^${SPACES}]`;
    if (token === '.') return '[^\\n\\r\\x{2028}\\x{2029}]';
    if (least !== undefined && loosened) return Number(least) === 0 ? '*' : '+';
    return propertyName(token);
  });
}

function insideClass(token: string): string {
  if (token.startsWith('[')) return token.replace('[', '\\[');
  return token === '\\s' ? SPACES : propertyName(token);
}

function propertyName(token: string): string {
  const [, kind, name] =
    /^\\([pP])\{(?:(?:General_Category|gc|Script|sc|Script_Extensions|scx)=)?([^}]*)\}$/.exec(token) ?? [];
  if (kind === undefined || name === undefined) return token;
  return `\\${kind}{${Object.hasOwn(CATEGORIES, name) ? CATEGORIES[name] : name}}`;
}
