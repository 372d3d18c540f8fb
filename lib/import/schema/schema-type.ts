import { isJsonObject, type JsonValue, type JsonObject } from '../../json/json.ts';
import { linearPattern } from '../../schema/linear-pattern.ts';

const typeNames = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'] as const;
export type TypeName = (typeof typeNames)[number];

interface TypeReading {
  /** Empty means any type. */
  types: TypeName[];
  /** The format that the type name implies, such as `date` for `type: date`. */
  format?: string;
  /** Names that were replaced or dropped. */
  repaired: string[];
}

/** Other names for the seven types of JSON Schema. `any` and unknown names allow every type. */
const otherNames: Record<string, { type?: TypeName; format?: string }> = {
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  long: { type: 'integer', format: 'int64' },
  short: { type: 'integer' },
  bigint: { type: 'integer' },
  timestamp: { type: 'integer' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  decimal: { type: 'number' },
  numeric: { type: 'number' },
  real: { type: 'number' },
  bool: { type: 'boolean' },
  str: { type: 'string' },
  text: { type: 'string' },
  char: { type: 'string' },
  enum: { type: 'string' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  url: { type: 'string', format: 'uri' },
  password: { type: 'string', format: 'password' },
  byte: { type: 'string', format: 'byte' },
  binary: { type: 'string', format: 'binary' },
  file: { type: 'string', format: 'binary' },
  list: { type: 'array' },
  tuple: { type: 'array' },
  set: { type: 'array' },
  dict: { type: 'object' },
  map: { type: 'object' },
  hash: { type: 'object' },
  json: { type: 'object' },
  nil: { type: 'null' },
  none: { type: 'null' },
};

/** Reads a `type`, which may be a list or a word from another language. */
export function readType(value: JsonValue | undefined): TypeReading {
  const reading: TypeReading = { types: [], repaired: [] };
  let any = false;
  for (const name of Array.isArray(value) ? value : [value]) {
    const known = knownName(name);
    if (known !== undefined) {
      if (!reading.types.includes(known)) reading.types.push(known);
      continue;
    }
    reading.repaired.push(typeof name === 'string' ? name : JSON.stringify(name));
    const other = typeof name === 'string' ? otherNames[name.trim().toLowerCase()] : undefined;
    if (other?.type === undefined) any = true;
    else if (!reading.types.includes(other.type)) reading.types.push(other.type);
    if (other?.format !== undefined) reading.format = other.format;
  }
  if (any) reading.types = [];
  return reading;
}

function knownName(name: JsonValue | undefined): TypeName | undefined {
  if (name === null) return 'null';
  return typeNames.find((known) => known === name);
}

function typeOf(value: JsonValue): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : 'boolean';
}

/** No types means any type. */
export function fitsTypes(value: JsonValue, types: readonly TypeName[]): boolean {
  const type = typeOf(value);
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
}

/**
 * Converts a value to one of the types if it is only written differently (`"10"`, `10`, `"true"`); otherwise undefined.
 */
export function coerced(value: JsonValue, types: readonly TypeName[]): JsonValue | undefined {
  if (fitsTypes(value, types)) return value;
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value);
  if (typeof value !== 'string') return undefined;
  if (types.includes('boolean') && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (types.includes('number') && Number.isFinite(number)) return number;
  if (types.includes('integer') && Number.isSafeInteger(number)) return number;
  return undefined;
}

/** A schema during its conversion: the source, the result so far, and its place. */
export interface SchemaWork {
  raw: JsonObject;
  out: JsonObject;
  pointer: string;
  lose(pointer: string, what: string): void;
}

interface UsablePattern {
  pattern: string;
  /** The changed or ignored parts. */
  note?: string;
}

const known = new Map<string, UsablePattern | undefined>();
const maxKnown = 5000;

/** The pattern in a form that ECMAScript and a linear engine accept; undefined if there is none. */
export function usablePattern(pattern: string): UsablePattern | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const usable = findUsable(pattern);
  if (known.size < maxKnown) known.set(pattern, usable);
  return usable;
}

function findUsable(pattern: string): UsablePattern | undefined {
  const delimited = /^\/(.*)\/[a-z]*$/s.exec(pattern)?.[1];
  const candidates: UsablePattern[] = [
    ...(delimited === undefined
      ? []
      : [{ pattern: delimited, note: 'The delimiters of the pattern are removed.' }]),
    { pattern },
    {
      pattern: plainEscapes(pattern),
      note: 'Escapes unknown to ECMAScript are removed from the pattern.',
    },
  ];
  for (const candidate of candidates) {
    if (!isEcmaScript(candidate.pattern)) continue;
    const { fidelity } = linearPattern(candidate.pattern);
    if (fidelity === 'ignored') continue;
    if (fidelity === 'exact') return candidate;
    return {
      ...candidate,
      note: 'The repetition counts of the pattern are ignored: they are too large.',
    };
  }
  return undefined;
}

/** Compiling is safe on the native engine. Only running could take for ever, and it is never run. */
function isEcmaScript(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    // The constructor throws for invalid patterns.
    return false;
  }
}

/** `\_` and `\@` mean the character itself in most dialects, but are errors in ECMAScript. */
function plainEscapes(pattern: string): string {
  return pattern.replace(/\\(.)/gsu, (whole, character: string) => {
    if (character === 'A') return '^';
    if (character === 'Z' || character === 'z') return '$';
    return /[\w^$\\.*+?()[\]{}|/-]/.test(character) && character !== '_' ? whole : character;
  });
}

/** The loss that reports an ignored pattern. */
export function unusable(pattern: string): string {
  return `The pattern ${JSON.stringify(pattern.slice(0, 120))} cannot run in linear time; it is left out.`;
}
