import { fileTextSize } from '../operation/file-text.ts';
import type { JsonValue } from '../json/json.ts';
import type { Lookup, NumberRules, TextRules } from '../schema/schema-node.ts';
import { isEqual, matches } from './matches.ts';
import { textFormats } from '../schema/formats/text-formats.ts';
import type { Work } from './work.ts';

export function isChoice(choices: Lookup, value: JsonValue, work: Work): boolean {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'string' && value.length >= charactersPerStep) work.spend(stepsOf(value));
    return choices.scalars.has(value);
  }
  return choices.structures.some((choice) => isEqual(choice, value, work));
}

export function numberHolds(rules: NumberRules, value: number): boolean {
  return (
    value >= rules.minimum &&
    value <= rules.maximum &&
    value > rules.exclusiveMinimum &&
    value < rules.exclusiveMaximum &&
    (rules.multipleOf === undefined || isMultiple(value, rules.multipleOf)) &&
    (rules.format === undefined || isOfNumberFormat(value, rules.format))
  );
}

/** Decimal fractions are not exact in binary, but 19.99 is a multiple of 0.01. */
export function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  if (!Number.isFinite(quotient)) return value % step === 0;
  return !(Math.abs(Math.round(quotient) - quotient) > 1e-9);
}

export function isOfNumberFormat(value: number, format: 'int32' | 'int64'): boolean {
  return Number.isInteger(value) && (format === 'int64' || (value >= -(2 ** 31) && value < 2 ** 31));
}

/** A text that is too long is not checked further. */
export function textHolds(rules: TextRules, value: string, work: Work): boolean {
  if (rules.isFile) return fileFault(rules, value, work) === undefined;
  return (
    !isLongerThan(value, rules.maxLength, work) &&
    !isShorterThan(value, rules.minLength, work) &&
    (!rules.pattern || matches(rules.pattern, value, work)) &&
    (!rules.format || isOfFormat(rules.format, value, work))
  );
}

export function isOfFormat(format: string, value: string, work: Work): boolean {
  const test = textFormats.get(format);
  if (!test) return true;
  work.spend(stepsForFormat + stepsOf(value));
  return test(value);
}

/** Lengths count characters. A character may be two UTF-16 units. */
export function isLongerThan(value: string, most: number, work: Work): boolean {
  if (value.length <= most) return false;
  return value.length > 2 * most || characterCount(value, work) > most;
}

export function isShorterThan(value: string, least: number, work: Work): boolean {
  if (value.length < least) return true;
  return value.length < 2 * least && characterCount(value, work) < least;
}

export type FileFault = 'not a file' | 'too small' | 'too large';

export function fileFault(rules: TextRules, value: string, work: Work): FileFault | undefined {
  work.spend(stepsOf(value));
  const size = fileTextSize(value);
  if (size === undefined) return 'not a file';
  if (size < rules.minLength) return 'too small';
  return size > rules.maxLength ? 'too large' : undefined;
}

function characterCount(value: string, work: Work): number {
  work.spend(stepsOf(value));
  let count = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    count += 1;
  }
  return count;
}

/** The cost of checking the format of a short text. */
const stepsForFormat = 8;

/** Characters read in one step. */
const charactersPerStep = 16;

function stepsOf(text: string): number {
  return Math.ceil(text.length / charactersPerStep);
}
