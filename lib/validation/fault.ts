import type { JsonValue } from '../json/json.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { Coverage } from './coverage.ts';
import type { Walk } from './work.ts';

export interface Fault {
  pointer: string;
  detail: string;
  /** A union reports the branch with the mildest kinds of fault. */
  kind: 'type' | 'choice' | 'other';
  /** For a wrong type: the allowed types. */
  expected?: string[];
  /** The validation exceeded its budget, so the value may be valid or not. */
  code?: 'too-complex';
}

export function fault(pointer: string, detail: string): Fault {
  return { pointer, detail, kind: 'other' };
}

export function choiceFault(pointer: string, detail: string): Fault {
  return { pointer, detail, kind: 'choice' };
}

export function typeFault(pointer: string, expected: string[]): Fault {
  return { pointer, detail: `must be ${typeNames(expected)}`, kind: 'type', expected };
}

export function distinct(faults: Iterable<Fault>, most: number): Fault[] {
  const found = new Map<string, Fault>();
  for (const one of faults) {
    const key = `${one.pointer}\n${one.detail}`;
    if (!found.has(key)) found.set(key, one);
    if (found.size >= most) break;
  }
  return [...found.values()];
}

export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Finds the faults of an invalid value one by one, for the keywords that have schemas in them. */
export interface Explanation {
  readonly walk: Walk;
  /** Whether a union says what is wrong with the nearest of its branches. */
  readonly thorough: boolean;
  faults(node: SchemaNode, value: JsonValue, pointer: string, coverage?: Coverage): Iterable<Fault>;
  /** The same for a part of a value. Of a large one, only what has a fault gets a pointer. */
  within(node: SchemaNode, part: JsonValue, pointer: string, key: string | number): Iterable<Fault>;
  /** All faults of a branch, as far as anybody is told of them. */
  listed(node: SchemaNode, value: JsonValue, pointer: string): Fault[];
}

/** `["integer", "null"]` → `an integer or null`. */
function typeNames(types: string[]): string {
  return alternatives([...new Set(types)].map((type) => nameOfType[type] ?? type));
}

export function choiceSentence(values: JsonValue[]): string {
  if (values.length === 0) return 'is not allowed here';
  const shown = values.slice(0, maxChoices).map(shownValue).join(', ');
  if (values.length === 1) return `must be ${shown}`;
  return `must be one of ${shown}${values.length > maxChoices ? `, … (${values.length} values)` : ''}`;
}

/** `a, b or c`. */
export function alternatives(words: string[]): string {
  const [last, ...others] = words.toReversed();
  return others.length === 0 ? (last ?? 'nothing') : `${others.reverse().join(', ')} or ${last}`;
}

export function countSentence(bound: 'at least' | 'at most', count: number, unit: string): string {
  if (bound === 'at least' && count === 1) return 'must not be empty';
  return `must have ${bound} ${plural(count, unit)}`;
}

export function patternSentence(pattern: string): string {
  return pattern.length > maxPatternShown ? 'must match its pattern' : `must match the pattern ${pattern}`;
}

export function formatSentence(format: string): string {
  return `must be ${formatNames[format] ?? `of the format ${format}`}`;
}

export function containsSentence({ least, most }: { least: number; most: number }): string {
  if (most === Number.POSITIVE_INFINITY)
    return `must hold at least ${least} fitting item${least === 1 ? '' : 's'}`;
  return `must hold ${least} to ${most} fitting items`;
}

/** Longer choices are not listed. */
export const maxChoices = 20;
const maxPatternShown = 120;

const nameOfType: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const formatNames: Record<string, string> = {
  'date-time': 'a date and time such as 2026-11-20T09:30:00Z',
  date: 'a date such as 2026-11-20',
  time: 'a time such as 09:30:00Z',
  duration: 'an ISO 8601 duration such as PT15M',
  email: 'an email address',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'an absolute URI',
  'uri-reference': 'a URI reference',
  uuid: 'a UUID',
  regex: 'a regular expression',
  'json-pointer': 'a JSON pointer',
  int32: 'an integer of 32 bits',
  int64: 'an integer of 64 bits',
};

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function shownValue(value: JsonValue): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
