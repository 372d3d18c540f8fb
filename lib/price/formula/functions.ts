import type { JsonValue } from '../../json/json.ts';
import { Failure, spend, type Work } from '../work.ts';

type Takes = 'number' | 'string' | 'boolean' | 'list' | 'object';

export interface PriceFunction {
  takes: readonly Takes[];
  least: number;
  most: number;
  gives: 'number' | 'string' | 'boolean';
  run(values: JsonValue[], work: Work): JsonValue;
}

const anyNumber = 16;

/** Functions for expressions, in addition to has() and the list expressions. */
export const functions = {
  size: {
    takes: ['string', 'list', 'object'],
    least: 1,
    most: 1,
    gives: 'number',
    run: ([value], work) => sizeOf(value, work),
  },
  ceil: ofNumber('ceil', Math.ceil),
  floor: ofNumber('floor', Math.floor),
  round: ofNumber('round', (value) => Math.sign(value) * Math.round(Math.abs(value))),
  abs: ofNumber('abs', Math.abs),
  int: ofNumber('int', Math.trunc),
  double: ofNumber('double', (value) => value),
  min: ofNumbers('min', (numbers) => numbers.reduce((least, value) => Math.min(least, value))),
  max: ofNumbers('max', (numbers) => numbers.reduce((most, value) => Math.max(most, value))),
  sum: { takes: ['list'], least: 1, most: 1, gives: 'number', run: ([value], work) => sumOf(value, work) },
  string: {
    takes: ['string', 'number', 'boolean'],
    least: 1,
    most: 1,
    gives: 'string',
    run: ([value]) => textOf(value),
  },
  contains: ofTexts('contains', (value, part) => value.includes(part)),
  startsWith: ofTexts('startsWith', (value, part) => value.startsWith(part)),
  endsWith: ofTexts('endsWith', (value, part) => value.endsWith(part)),
} as const satisfies Record<string, PriceFunction>;

export type FunctionName = keyof typeof functions;

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}

/** Functions that may be called as methods: `input.text.size()`. */
export const methods: readonly string[] = ['size', 'contains', 'startsWith', 'endsWith'];

/** The number of code points, as JSON Schema counts them. Counting about 32 is one unit of work. */
function sizeOf(value: JsonValue | undefined, work: Work): number {
  if (typeof value === 'string') {
    spend(work, value.length / 32);
    return codePoints(value);
  }
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) {
    const { length } = Object.keys(value);
    spend(work, length);
    return length;
  }
  throw new Failure(`size() expects a string, a list or an object, not ${kindOf(value)}`);
}

/** Most texts have no surrogate pair, and a regular expression finds that out much faster than a loop. */
const surrogate = /[\uD800-\uDBFF]/;

export function codePoints(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const low = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (low && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}

function sumOf(value: JsonValue | undefined, work: Work): number {
  if (!Array.isArray(value)) throw new Failure(`sum() expects a list of numbers, not ${kindOf(value)}`);
  spend(work, value.length);
  let total = 0;
  for (const item of value) total = safe(total + numberFrom(item, 'sum()'));
  return total;
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Failure(`string() expects a string, a number or a boolean, not ${kindOf(value)}`);
}

function ofNumber(name: string, run: (value: number) => number) {
  return {
    takes: ['number'],
    least: 1,
    most: 1,
    gives: 'number',
    run: ([value]: JsonValue[]) => run(numberFrom(value, `${name}()`)) + 0,
  } as const;
}

/** For several arguments, or for one list. */
function ofNumbers(name: string, run: (numbers: number[]) => number) {
  return {
    takes: ['number', 'list'],
    least: 1,
    most: anyNumber,
    gives: 'number',
    run: (values: JsonValue[], work: Work) => {
      const [first] = values;
      const items = values.length === 1 && Array.isArray(first) ? first : values;
      spend(work, items.length);
      if (items.length === 0) throw new Failure(`${name}() of an empty list has no value`);
      return run(items.map((item) => numberFrom(item, `${name}()`)));
    },
  } as const;
}

function ofTexts(name: string, run: (value: string, part: string) => boolean) {
  return {
    takes: ['string'],
    least: 2,
    most: 2,
    gives: 'boolean',
    run: ([value, part]: JsonValue[], work: Work) => {
      if (typeof value !== 'string' || typeof part !== 'string')
        throw new Failure(`${name}() expects two strings, not ${kindOf(value)} and ${kindOf(part)}`);
      spend(work, (name === 'contains' ? value.length : part.length) / 4);
      return run(value, part);
    },
  } as const;
}

export function numberFrom(value: JsonValue | undefined, where: string): number {
  if (typeof value === 'number') return value;
  throw new Failure(`${where} expects a number, not ${kindOf(value)}`);
}

/** Integers beyond 2^53 are not exact, and a price must be. */
export function safe(value: number): number {
  if (Number.isNaN(value)) throw new Failure('a result is NaN');
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Failure('a number overflowed: it is beyond 2^53');
  return value;
}

export function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
