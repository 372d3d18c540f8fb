import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { isCutShortJson } from './cut-short-json.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import type { Loss } from './loss.ts';
import { childPointer } from './pointer.ts';
import { readYaml } from './read-yaml.ts';
import { decodeText, endsTooEarly, maxDocumentBytes, refusedEarly } from './refuse-early.ts';

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
  if (!isJsonObject(root)) return refuse('it is not an object');
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
