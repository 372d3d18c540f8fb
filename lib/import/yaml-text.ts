import { stringify } from 'yaml';

const options = { aliasDuplicateObjects: false, lineWidth: 0 };

/** A text that is plain in YAML, whatever stands before and after it. All others are left to the library. */
const plainText = /^[A-Za-z$_/](?:[ !"$-9;-~]*[!"$-,.-9;-~])?$/;
const plainWords = /^(?:null|true|false)$/i;
/** Longer keys have lines of their own. */
const mostOfKey = 1000;
/** Texts of a document repeat: those of its schemas in each operation that has them. */
const mostKnown = 5_000;
const known = new Map<string, string>();

/**
 * An object as YAML, the same as the library's `stringify`, which takes five times as long: nearly all texts, keys and
 * numbers of a draft are plain. A value with other keys is left to it, and so is each other text.
 */
export function yamlText(value: object): string {
  const text = valueText(value, '');
  return text === undefined ? stringify(value, options) : `${text}\n`;
}

/** Undefined if it has a key that is left to the library. */
function mapText(map: object, indent: string): string | undefined {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(map)) {
    if (value === undefined) continue;
    const start = keyText(key);
    const inner = start === undefined ? undefined : valueText(value, `${indent}  `);
    if (start === undefined || inner === undefined) return undefined;
    lines.push(isFilled(value) ? `${start}:\n${indent}  ${inner}` : `${start}: ${inner}`);
  }
  return lines.join(`\n${indent}`);
}

/** The text of a value whose further lines have this indent. */
function valueText(value: unknown, indent: string): string | undefined {
  if (typeof value === 'string') return stringText(value, indent);
  if (typeof value === 'boolean' || value === null || value === undefined) return String(value ?? null);
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  if (typeof value !== 'object') return stringify(value, options).trimEnd();
  if (!isFilled(value)) return Array.isArray(value) ? '[]' : '{}';
  if (!Array.isArray(value)) return mapText(value, indent);
  const items = value.map((item: unknown) => valueText(item, `${indent}  `));
  return items.some((item) => item === undefined)
    ? undefined
    : items.map((item) => `- ${item}`).join(`\n${indent}`);
}

function isFilled(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => Array.isArray(value) || inner !== undefined);
}

function stringText(text: string, indent: string): string {
  if (plainText.test(text) && !plainWords.test(text)) return text;
  const written = known.get(text) ?? stringify({ a: text }, options).slice('a: '.length, -1);
  if (known.size >= mostKnown) known.clear();
  known.set(text, written);
  return written.replace(/\n+(?!\n|$)/g, (lines) => lines + indent.slice(2));
}

/** Undefined for the few that the library has to judge by their place. */
function keyText(key: string): string | undefined {
  if (/^[1-5]\d\d$/.test(key)) return `"${key}"`;
  const isPlain =
    (plainText.test(key) && !plainWords.test(key) && key.length <= mostOfKey) || /^\dXX$/.test(key);
  return isPlain ? key : undefined;
}
