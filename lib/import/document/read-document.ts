import { visit, parse, type ParseError } from 'jsonc-parser';
import { LineCounter, parseDocument } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Loss } from '../loss.ts';
import { childPointer } from './pointer.ts';
import { readYaml } from './read-yaml.ts';

type Reading = { ok: true; root: JsonObject; losses: Loss[] } | { ok: false; reason: string };

/** No real document is this deep, and the functions that walk it are recursive. */
const maxDepth = 150;

/** Parses the bytes of a document as leniently as possible. */
export function readDocument(source: string | Uint8Array): Reading {
  if (source.length > maxDocumentBytes) return refuse('it is larger than 64 MiB');
  const text = decodeText(source);
  const refused = refusedEarly(text);
  if (refused !== undefined) return refuse(refused);
  const losses: Loss[] = [];
  if (text.includes('\uFFFD'))
    losses.push({ pointer: '', what: 'Bytes that are not UTF-8 are replaced by "\uFFFD".' });
  const json = parseJson(text, losses);
  if (json === undefined && isCutShortJson(text)) return refuse(endsTooEarly);
  const reading = json === undefined ? readYaml(text, losses) : { value: json };
  if ('problem' in reading) return refuse(reading.problem);
  const root = reading.value;
  if (!isJsonObject(root)) return refuse(syntaxFault(text) ?? 'it is not an object');
  prune(root, '', 0, losses);
  return { ok: true, root, losses };
}

function refuse(reason: string): Reading {
  return { ok: false, reason };
}

/** Undefined if it is not JSON. The YAML reader is more lenient and comes next. */
function parseJson(text: string, losses: Loss[]): JsonValue | undefined {
  if (!/^\s*[[{/]/.test(text)) return undefined;
  for (const candidate of [() => text, () => stripJsonComments(text)]) {
    try {
      const json = candidate();
      const value = parsedJson(json);
      losses.push(...duplicateKeys(json));
      return value;
    } catch {
      // Falls through to the next, more lenient parser.
    }
  }
  return undefined;
}

/** JSON.parse returns only JSON values. */
function parsedJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

/** Removes keys that reach a prototype, and levels that are too deep. */
function prune(value: JsonValue, pointer: string, depth: number, losses: Loss[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const element = value[index] ?? null;
      if (depth >= maxDepth && typeof element === 'object') value[index] = cut(pointer, losses);
      else if (typeof element === 'object') prune(element, childPointer(pointer, index), depth + 1, losses);
    }
    return;
  }
  for (const key of Object.keys(value)) {
    const element = value[key] ?? null;
    if (key === '__proto__') {
      delete value[key];
      losses.push({ pointer, what: 'A member named "__proto__" is left out.' });
    } else if (typeof element === 'object' && element !== null) {
      if (depth >= maxDepth) value[key] = cut(pointer, losses);
      else prune(element, childPointer(pointer, key), depth + 1, losses);
    }
  }
}

function cut(pointer: string, losses: Loss[]): null {
  losses.push({ pointer, what: `Values nested deeper than ${maxDepth} levels are left out.` });
  return null;
}

/** Removes comments and trailing commas outside strings, which some editors allow. */
function stripJsonComments(text: string): string {
  return without(
    without(text, /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g),
    /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g,
  );
}

function without(text: string, token: RegExp): string {
  return text.replace(token, (match) => (match.startsWith('"') ? match : ''));
}

/** Deeper levels are not read, and more duplicates are not reported. */
const maxLevels = 150;
const maxLosses = 1000;

interface Frame {
  keys?: Set<string>;
  /** The current key or index. */
  at: string | number;
  isKeyNext: boolean;
}

/** The duplicate keys of a JSON text. `JSON.parse`, which accepted the text, silently keeps the last of each. */
function duplicateKeys(text: string): Loss[] {
  const losses: Loss[] = [];
  const frames: Frame[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const frame = frames.at(-1);
    const character = text[position];
    if (character === '"') {
      const end = stringEnd(text, position);
      if (frame?.keys !== undefined && frame.isKeyNext) {
        frame.at = keyOf(text.slice(position, end + 1));
        frame.isKeyNext = false;
        if (frame.keys.has(frame.at) && frames.length <= maxLevels && losses.length < maxLosses)
          losses.push(duplicate(frames));
        frame.keys.add(frame.at);
      }
      position = end;
    } else if (character === '{') frames.push({ keys: new Set(), at: '', isKeyNext: true });
    else if (character === '[') frames.push({ at: 0, isKeyNext: false });
    else if (character === '}' || character === ']') frames.pop();
    else if (character === ',' && frame !== undefined) {
      if (typeof frame.at === 'number') frame.at += 1;
      else frame.isKeyNext = true;
    }
  }
  return losses;
}

/** The closing quote: the first one after an even number of backslashes. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

function duplicate(frames: Frame[]): Loss {
  const pointer = childPointer('', ...frames.map((frame) => frame.at));
  return { pointer, what: 'This key occurs more than once; the last value is used.' };
}

/**
 * Whether a text is valid JSON, perhaps with comments, that ends too early. The YAML reader would accept it and
 * silently lose the missing part.
 */
function isCutShortJson(text: string): boolean {
  if (!/^\s*[{/]/.test(text)) return false;
  const end = text.trimEnd().length;
  let isOpenAtEnd = false;
  let isWrongBefore = false;
  const onError = (_code: number, offset: number, length: number) => {
    if (offset + length < end) isWrongBefore = true;
    if (offset === text.length) isOpenAtEnd = true;
  };
  try {
    visit(text, { onError }, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Thousands of open brackets overflowed its stack.
    isOpenAtEnd = true;
  }
  return isOpenAtEnd && !isWrongBefore;
}

/** The largest public documents have nearly 40 MB of JSON. YAML takes twenty times longer to read. */
export const maxDocumentBytes = 64 * 1024 * 1024;
const endsTooEarly = 'it is JSON that ends too early, with brackets that are never closed';
const maxYamlCharacters = 24 * 1024 * 1024;
const maxAliases = 20_000;
/** Only what is refused anyway is read to say why, and this takes a moment. */
const maxExplainedCharacters = 1024 * 1024;

/** Why a text cannot be an OpenAPI document, found without parsing it; undefined if it may be one. */
export function refusedEarly(text: string): string | undefined {
  if (text.includes('\0')) return 'it is a binary file';
  if (!/(openapi|swagger)["']?\s*:/i.test(text))
    return syntaxFault(text) ?? 'nothing in it says "openapi" or "swagger"';
  if (!/(paths|components|webhooks|definitions)["']?\s*:/.test(text))
    return isCutShortJson(text) ? endsTooEarly : (syntaxFault(text) ?? 'it has no paths');
  if (/^\s*[{/]/.test(text)) return undefined;
  if (text.length > maxYamlCharacters) return 'it is YAML of more than 24 MiB; convert it to JSON first';
  return hasTooManyAliases(text) ? `it is YAML with more than ${maxAliases} aliases` : undefined;
}

/** Where the text of a refused document is neither JSON nor YAML; undefined if it is one, or too large to look. */
export function syntaxFault(text: string): string | undefined {
  if (text.length > maxExplainedCharacters || hasTooManyAliases(text)) return undefined;
  try {
    if (/^\s*[[{/]/.test(text) && isJson(text)) return undefined;
    const lines = new LineCounter();
    // With pretty errors, the library draws the place of each: of a hundred thousand, that is most of the time.
    const { errors } = parseDocument(text, {
      ...{ uniqueKeys: false, logLevel: 'error', strict: false },
      ...{ prettyErrors: false, lineCounter: lines },
    });
    const fault = errors.find(({ code }) => code !== 'MULTIPLE_DOCS');
    if (!fault) return undefined;
    const [sentence = ''] = fault.message.split('\n');
    const { line, col } = lines.linePos(fault.pos[0]);
    return `it cannot be read as YAML or JSON: ${sentence} at line ${line}, column ${col}`;
  } catch (error) {
    // Thousands of open brackets overflow the stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Perhaps with comments and trailing commas. */
function isJson(text: string): boolean {
  const faults: ParseError[] = [];
  parse(text, faults, { allowTrailingComma: true });
  return faults.length === 0;
}

export function decodeText(source: string | Uint8Array): string {
  if (typeof source === 'string') return source.replace(/^\uFEFF/, '');
  const [first, second] = source;
  const utf16 =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined;
  return new TextDecoder(utf16 ?? 'utf-8').decode(source);
}

function hasTooManyAliases(text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(/(?:^|[\s,[{])\*[^\s,[\]{}*]+/g)) {
    count += 1;
    if (count > maxAliases) return true;
  }
  return false;
}
