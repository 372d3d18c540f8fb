import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
  type YAMLParseError,
  stringify,
} from 'yaml';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Loss } from '../loss.ts';
import { childPointer } from './pointer.ts';

/** Limit for expanded aliases, in values: ten times the largest real document. */
const maxExpandedValues = 4_000_000;
const maxDepth = 150;

/** Parses YAML; returns a sentence if it is invalid. Errors that YAML recovers from become losses. */
export function readYaml(text: string, losses: Loss[]): { value: JsonValue } | { problem: string } {
  try {
    const document = parsed(text, losses);
    for (const error of document.errors.slice(0, 20)) losses.push({ pointer: '', what: inWords(error) });
    if (document.contents === null) return { value: null };
    return { value: new YamlReader(losses).value(document.contents, '', 0) };
  } catch (error) {
    if (error instanceof TooMuch) return { problem: error.message };
    return {
      problem: `it is not readable YAML (${error instanceof Error ? firstLine(error.message) : 'unknown error'})`,
    };
  }
}

/** A quoted text with unindented further lines loses everything after it. Many YAML readers accept it. */
function parsed(text: string, losses: Loss[]) {
  const first = parse(text);
  const open = first.errors.filter(isOpenQuote);
  if (open.length === 0) return first;
  const mended = parse(
    indentedQuotes(
      text,
      open.map((error) => error.pos[0]),
    ),
  );
  if (mended.errors.length >= first.errors.length) return first;
  losses.push({
    pointer: '',
    what: `Quoted text continues in unindented lines, first at character ${open[0]?.pos[0] ?? 0}; they are read as indented.`,
  });
  return mended;
}

function parse(text: string) {
  return parseDocument(text, {
    uniqueKeys: false,
    logLevel: 'error',
    strict: false,
    prettyErrors: false,
    merge: true,
  });
}

function inWords({ code, message, pos }: YAMLParseError): string {
  return code === 'MULTIPLE_DOCS'
    ? 'The text holds several YAML documents; only the first is read.'
    : `YAML error at character ${pos[0]}: ${message}.`;
}

function isOpenQuote({ code, message }: YAMLParseError): boolean {
  return code === 'MISSING_CHAR' && message.startsWith('Missing closing');
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 120);
}

class TooMuch extends Error {}

/** Walks the syntax tree. An alias shares the value of its anchor, and its expanded size is counted. */
class YamlReader {
  readonly #anchors = new Map<string, { value: JsonValue; size: number } | 'open'>();
  #size = 0;

  readonly #losses: Loss[];

  constructor(losses: Loss[]) {
    this.#losses = losses;
  }

  value(node: Node | ParsedNode | null, pointer: string, depth: number): JsonValue {
    this.#grow(1);
    if (node === null) return null;
    if (isAlias(node)) return this.#alias(node.source, pointer);
    const anchor = 'anchor' in node ? node.anchor : undefined;
    const before = this.#size;
    if (anchor) this.#anchors.set(anchor, 'open');
    const value = this.#content(node, pointer, depth);
    if (anchor) this.#anchors.set(anchor, { value, size: this.#size - before });
    return value;
  }

  #content(node: Node, pointer: string, depth: number): JsonValue {
    if (isScalar(node)) return this.#scalar(node.value, node.source);
    if (depth >= maxDepth) {
      this.#losses.push({ pointer, what: `Values nested deeper than ${maxDepth} levels are left out.` });
      return null;
    }
    if (isSeq(node)) {
      return node.items.map((item, index) =>
        this.value(asNode(item), childPointer(pointer, index), depth + 1),
      );
    }
    return isMap(node) ? this.#map(node, pointer, depth) : null;
  }

  #map(node: YAMLMap, pointer: string, depth: number): JsonObject {
    const result: JsonObject = {};
    const merged: JsonValue[] = [];
    for (const pair of node.items) {
      const key = this.#key(asNode(pair.key));
      const at = childPointer(pointer, key);
      const value = this.value(asNode(pair.value), at, depth + 1);
      if (key === '<<') {
        merged.push(...(Array.isArray(value) ? value : [value]));
      } else if (key === '__proto__') {
        this.#losses.push({ pointer, what: 'A member named "__proto__" is left out.' });
      } else {
        if (Object.hasOwn(result, key)) {
          this.#losses.push({
            pointer: at,
            what: 'This key occurs more than once; the last value is used.',
          });
        }
        result[key] = value;
      }
    }
    for (const source of merged) this.#merge(result, source);
    return result;
  }

  /** YAML 1.1's `<<`: the map's own members win, then the first merged ones. */
  #merge(target: JsonObject, source: JsonValue): void {
    if (typeof source !== 'object' || source === null || Array.isArray(source)) return;
    for (const [key, value] of Object.entries(source)) if (!Object.hasOwn(target, key)) target[key] = value;
  }

  #key(node: Node | null): string {
    if (node === null) return '';
    if (!isScalar(node)) return String(node);
    if (typeof node.value === 'string') return node.value;
    return node.source ?? String(node.value);
  }

  #scalar(value: unknown, source: string | undefined): JsonValue {
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : (source ?? null);
    if (typeof value === 'bigint') return Number(value);
    if (value instanceof Date) return source ?? value.toISOString();
    return value === null || value === undefined ? null : (source ?? String(value));
  }

  #alias(name: string, pointer: string): JsonValue {
    const anchor = this.#anchors.get(name);
    if (anchor === undefined || anchor === 'open') {
      const why = anchor === 'open' ? 'is inside its own anchor' : 'has no anchor';
      this.#losses.push({ pointer, what: `The YAML alias "*${name}" ${why}; it is read as null.` });
      return null;
    }
    this.#grow(anchor.size);
    return anchor.value;
  }

  #grow(values: number): void {
    this.#size += values;
    if (this.#size > maxExpandedValues)
      throw new TooMuch('its YAML aliases expand to more than 4,000,000 values');
  }
}

/** All keys, values and items that `parseDocument` creates are nodes or null; the library declares a wider type. */
function asNode(value: unknown): Node | null {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? value : null;
}

/** Deeper than any mapping. */
const indent = ' '.repeat(200);
/** A longer quoted text means that the closing quote is missing. */
const maxCharacters = 20_000;

/** Indents continuation lines of the quoted texts at these places. YAML drops the indentation. */
function indentedQuotes(text: string, places: number[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const place of places) {
    const start = place <= done ? undefined : openingQuote(text, done, place);
    const end = start === undefined ? undefined : closingQuote(text, start);
    if (start === undefined || end === undefined || end <= place) continue;
    pieces.push(text.slice(done, start), text.slice(start, end).replace(/\n(?=[^\r\n])/g, `\n${indent}`));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

/** The open quote at a place: the first one that starts a value in the lines before. */
function openingQuote(text: string, from: number, place: number): number | undefined {
  const before = text.slice(Math.max(from, place - maxCharacters), place);
  const line = before.lastIndexOf('\n') + 1;
  const match = /(?:^|[\s:,[{(-])(["'])/.exec(before.slice(line));
  if (match === null) return undefined;
  return place - before.length + line + match.index + match[0].length - 1;
}

function closingQuote(text: string, start: number): number | undefined {
  const isDouble = text[start] === '"';
  const last = Math.min(text.length, start + maxCharacters);
  for (let end = start + 1; end < last; end += 1) {
    if (isDouble && text[end] === '\\') end += 1;
    else if (text[end] === text[start]) {
      if (isDouble || text[end + 1] !== "'") return end;
      end += 1;
    }
  }
  return undefined;
}

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
