import { RE2JS } from 're2js';

/** A regular expression whose time is linear in the text. */
export interface LinearPattern {
  test(text: string): boolean;
  /** Takes at least as long as matching this prefix of a longer text. */
  rehearse(text: string): void;
  /** The number of instructions. The worst time of a character is proportional to it. */
  size: number;
  /** `exact` follows ECMAScript, `loosened` ignores repetition counts, and `ignored` matches every text. */
  fidelity: 'exact' | 'loosened' | 'ignored';
}

/** Longer patterns are not compiled: 2,500 alternatives take 70 ms, and much memory. */
const maxPatternCharacters = 10_000;

const spaces =
  '\\s\\x{0b}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';

/** Unicode categories that RE2 knows only by their short names. */
const categories: Record<string, string> = {
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

/** Repetitions are compiled as copies. So many additional instructions take 70 ms to compile. */
const maxCopies = 10_000;

/** A linear engine has no look-around and back-references. Such patterns match every text and are marked as ignored. */
export function linearPattern(pattern: string): LinearPattern {
  if (pattern.length <= maxPatternCharacters) {
    const isSmall = patternSize(pattern) - pattern.length <= maxCopies;
    const exact = isSmall ? compiled(translated(pattern, false)) : undefined;
    if (exact) return { ...exact, fidelity: 'exact' };
    const loose = compiled(translated(pattern, true));
    if (loose) return { ...loose, fidelity: 'loosened' };
  }
  return { test: () => true, rehearse: () => undefined, size: 0, fidelity: 'ignored' };
}

function compiled(pattern: string): Omit<LinearPattern, 'fidelity'> | undefined {
  const engine = engineOf(pattern);
  if (!engine) return undefined;
  let rehearsal: RE2JS | undefined;
  return {
    test: (text) => engine.test(text),
    // The branch never matches. It stops the engine from searching ahead for a literal of the pattern.
    rehearse: (text) => void (rehearsal ??= engineOf(`(?:${pattern})|\\b\\B`))?.test(text),
    size: engine.programSize(),
  };
}

function engineOf(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    if (error instanceof Error && error.name.startsWith('RE2JS')) return undefined;
    throw error;
  }
}

const tokenPattern = /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\.|\[\^?\]|\[\^?|\]|\{(\d+)(,\d*)?\}|./gsu;

/** Translates what RE2JS leaves different from ECMAScript: `\s`, `.`, property names, `[` inside a class. */
function translated(pattern: string, loosened: boolean): string {
  let inClass = false;
  return pattern.replace(tokenPattern, (token: string, least?: string) => {
    const before = inClass;
    if (!inClass && /^\[\^?$/.test(token)) inClass = true;
    else if (token === ']') inClass = false;
    if (before) return insideClass(token);
    if (token === '\\s') return `[${spaces}]`;
    if (token === '\\S') return `[^${spaces}]`;
    if (token === '.') return '[^\\n\\r\\x{2028}\\x{2029}]';
    if (least !== undefined && loosened) return Number(least) === 0 ? '*' : '+';
    return propertyName(token);
  });
}

function insideClass(token: string): string {
  if (token.startsWith('[')) return token.replace('[', '\\[');
  return token === '\\s' ? spaces : propertyName(token);
}

function propertyName(token: string): string {
  const [, kind, name] =
    /^\\([pP])\{(?:(?:General_Category|gc|Script|sc|Script_Extensions|scx)=)?([^}]*)\}$/.exec(token) ?? [];
  if (kind === undefined || name === undefined) return token;
  return `\\${kind}{${Object.hasOwn(categories, name) ? categories[name] : name}}`;
}

const countedToken = /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}|./gsu;

/** A Unicode property has hundreds of ranges, which each repetition copies. */
const sizeOfProperty = 5;

/** The approximate number of instructions. Up to 500 repetitions are compiled as copies. */
function patternSize(pattern: string): number {
  const groups: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, least, comma, most] of pattern.matchAll(countedToken)) {
    if (token === '(') {
      groups.push(size);
      size = 0;
    } else if (token === ')') {
      last = size + 1;
      size = (groups.pop() ?? 0) + last;
    } else if (least === undefined) {
      last = /\\p/i.test(token) ? sizeOfProperty : 1;
      size += last;
    } else {
      const copies = comma === undefined ? Number(least) : Number(most || Number(least) + 1);
      size += last * Math.max(0, copies - 1);
      last *= Math.max(1, copies);
    }
  }
  return groups.reduce((sum, outer) => sum + outer, size);
}
