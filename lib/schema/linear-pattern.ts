import { RE2JS } from 're2js';
import { patternSize } from './pattern-size.ts';

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
