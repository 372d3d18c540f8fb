import { isJsonObject, type JsonValue } from '../json/json.ts';
import { type LinearPattern, linearPattern } from '../schema/linear-pattern.ts';
import type { SchemaPattern } from '../schema/schema-node.ts';
import { maxSteps, type Work } from './work.ts';

/** So small a pattern has few states. Each is computed once, and then a character takes 35 ns. */
const smallSize = 12;
const stepsPerCharacter = 0.5;

/** A character takes about 10 ns for each instruction of the pattern, and at most 150 ns: these steps. */
const maxStepsPerInstruction = 5;

/** Instructions times characters that are matched without a rehearsal: 15 ms at most. */
const matchedAtOnce = 100_000;

/**
 * Whether a text matches. The engine is linear in the text, but some patterns are a thousand times slower than others,
 * and it cannot be interrupted. So long texts are first matched by prefixes, each twice as long as the one before,
 * until the measured time shows that the next would exceed the budget.
 */
export function matches(pattern: SchemaPattern, text: string, work: Work): boolean {
  const compiled = compiledWithin(pattern, work);
  const { size } = compiled;
  const most = size <= smallSize ? stepsPerCharacter : maxStepsPerInstruction * size;
  if (size > smallSize) rehearse(compiled, text, work);
  const start = performance.now();
  const verdict = compiled.test(text);
  work.spendTime(performance.now() - start, matchSteps + most * text.length);
  return verdict;
}

/** The cost of matching an empty text. */
const matchSteps = 20;

function rehearse(compiled: LinearPattern, text: string, work: Work): void {
  const { size } = compiled;
  for (let length = Math.ceil(matchedAtOnce / size); length < text.length; length *= 2) {
    const start = performance.now();
    compiled.rehearse(text.slice(0, length));
    const takenMs = performance.now() - start;
    work.spendTime(takenMs, maxStepsPerInstruction * size * length);
    if (!work.hasTime(2 * takenMs)) work.end();
  }
}

function compiledWithin(pattern: SchemaPattern, work: Work): LinearPattern {
  if (pattern.compiled) return pattern.compiled;
  const start = performance.now();
  pattern.compiled = linearPattern(pattern.source);
  work.spendTime(performance.now() - start, maxStepsToCompile);
  return pattern.compiled;
}

/** A pattern is compiled once for all inputs, so one pattern must not exhaust the budget of the first input. */
const maxStepsToCompile = maxSteps / 8;

/** Characters that are compared or written in one step. */
const charactersPerStep = 32;

/** Deep equality that ignores the order of keys. */
export function isEqual(a: JsonValue, b: JsonValue, work: Work): boolean {
  work.spend(1);
  if (a === b) return true;
  if (Array.isArray(a))
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isEqual(item, b[index] ?? null, work))
    );
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  work.spend((keys.length + others.length) >> 2);
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key] ?? null, b[key] ?? null, work))
  );
}

/** Whether all items differ. Comparing every pair would take minutes for 100,000 objects. */
export function areUnique(items: JsonValue[], work: Work): boolean {
  if (items.length < 2) return true;
  const seen = new Set<JsonValue>();
  for (const item of items) {
    seen.add(keyOf(item, work));
  }
  return seen.size === items.length;
}

/** A key that equal values share. Keys of structures begin with a bracket, so no text has the same key. */
function keyOf(value: JsonValue, work: Work): JsonValue {
  if (typeof value === 'object' && value !== null) return canonical(value, work);
  work.spend(2);
  return typeof value === 'string' ? `"${value}` : value;
}

function canonical(value: JsonValue, work: Work): string {
  work.spend(4);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, work)).join(',')}]`;
  if (!isJsonObject(value)) {
    if (typeof value === 'string') work.spend(Math.ceil(value.length / charactersPerStep));
    return JSON.stringify(value);
  }
  const keys = Object.keys(value).sort();
  work.spend(keys.length * Math.ceil(Math.log2(keys.length + 1)));
  const members = keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null, work)}`);
  return `{${members.join(',')}}`;
}
