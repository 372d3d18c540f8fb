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
