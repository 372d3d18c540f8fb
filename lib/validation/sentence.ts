import type { ErrorObject } from 'ajv';
import { type Fault, pointerTo } from './fault.ts';

/** What one finding of Ajv says to the person who sent the value; undefined where another finding says it better. */
export function faultOf(error: ErrorObject): Fault | undefined {
  if (SILENT.has(error.keyword)) return undefined;
  const params: Record<string, unknown> = error.params;
  const pointer = pointerOf(error, params);
  if (error.keyword === 'type') {
    const expected = [params['type']].flat().map(String);
    return { pointer, detail: `must be ${typeNames(expected)}`, kind: 'type', expected };
  }
  const say = Object.hasOwn(SENTENCES, error.keyword) ? SENTENCES[error.keyword] : undefined;
  const kind = error.keyword === 'enum' || error.keyword === 'const' ? 'choice' : 'other';
  return { pointer, detail: say ? say(params) : 'is not what this field takes', kind };
}

/** `["integer", "null"]` → `an integer or null`. */
export function typeNames(types: string[]): string {
  return alternatives([...new Set(types)].map((type) => TYPE_NAMES[type] ?? type));
}

/** What a value must be that must be one of some. */
export function choiceSentence(values: unknown[]): string {
  const shown = values.slice(0, MAX_CHOICES).map(shownValue).join(', ');
  if (values.length === 1) return `must be ${shown}`;
  return `must be one of ${shown}${values.length > MAX_CHOICES ? `, … (${values.length} values)` : ''}`;
}

/** `a, b or c`. */
export function alternatives(words: string[]): string {
  const [last, ...others] = words.toReversed();
  return others.length === 0 ? (last ?? 'nothing') : `${others.reverse().join(', ')} or ${last}`;
}

/** The consequences of findings that are reported themselves. */
const SILENT = new Set(['if', 'propertyNames', '$ref']);

/** More choices than this are not spelled out. */
export const MAX_CHOICES = 20;
const MAX_PATTERN_SHOWN = 120;

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const FORMAT_NAMES: Record<string, string> = {
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

type Params = Record<string, unknown>;

const COMPARISONS: Record<string, string> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};

function limit({ comparison, limit: bound }: Params): string {
  return `must be ${COMPARISONS[String(comparison)] ?? comparison} ${bound}`;
}

function counted(bound: 'at least' | 'at most', unit: string): (params: Params) => string {
  return ({ limit: count }) => {
    if (bound === 'at least' && count === 1) return 'must not be empty';
    return `must have ${bound} ${count} ${unit}${count === 1 ? '' : 's'}`;
  };
}

const SENTENCES: Record<string, (params: Params) => string> = {
  required: () => 'is required',
  dependentRequired: ({ property }) => `is required when ${property} is given`,
  additionalProperties: () => 'is not a known field',
  unevaluatedProperties: () => 'is not a known field',
  items: ({ limit: count }) => `must have at most ${count} item${count === 1 ? '' : 's'}`,
  unevaluatedItems: ({ len }) => `must have at most ${len} items`,
  enum: ({ allowedValues }) => choiceSentence(Array.isArray(allowedValues) ? allowedValues : []),
  const: ({ allowedValue }) => choiceSentence([allowedValue]),
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  minLength: counted('at least', 'character'),
  maxLength: counted('at most', 'character'),
  minItems: counted('at least', 'item'),
  maxItems: counted('at most', 'item'),
  minProperties: counted('at least', 'field'),
  maxProperties: counted('at most', 'field'),
  pattern: ({ pattern }) => {
    const text = String(pattern);
    return text.length > MAX_PATTERN_SHOWN ? 'must match its pattern' : `must match the pattern ${text}`;
  },
  format: ({ format }) => `must be ${FORMAT_NAMES[String(format)] ?? `of the format ${format}`}`,
  contains: ({ minContains, maxContains }) =>
    maxContains === undefined
      ? `must hold at least ${minContains} fitting item${minContains === 1 ? '' : 's'}`
      : `must hold ${minContains} to ${maxContains} fitting items`,
  not: () => 'must not have this form',
  'false schema': () => 'is not allowed here',
  anyOf: () => 'must have one of the allowed forms',
  oneOf: ({ passingSchemas }) =>
    Array.isArray(passingSchemas)
      ? 'fits more than one of the allowed forms, and must fit exactly one'
      : 'must have one of the allowed forms',
};

function pointerOf(error: ErrorObject, params: Params): string {
  const key =
    params['missingProperty'] ??
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    error.propertyName;
  return key === undefined ? error.instancePath : pointerTo(error.instancePath, String(key));
}

function shownValue(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
