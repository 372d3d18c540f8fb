import { countOf } from '../text/count-text.ts';
import type { NumberRules, TextRules } from '../schema/schema-node.ts';
import { type Fault, fault } from './fault.ts';
import { matches } from './matches.ts';
import {
  fileFault,
  isLongerThan,
  isMultiple,
  isOfFormat,
  isOfNumberFormat,
  isShorterThan,
} from './scalar-holds.ts';
import { countSentence, formatSentence, patternSentence } from './sentence.ts';
import type { Work } from './work.ts';

export function* numberFaults(rules: NumberRules, value: number, pointer: string): Iterable<Fault> {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, multipleOf, format } = rules;
  if (value > maximum) yield fault(pointer, `must be at most ${maximum}`);
  if (value < minimum) yield fault(pointer, `must be at least ${minimum}`);
  if (value >= exclusiveMaximum) yield fault(pointer, `must be less than ${exclusiveMaximum}`);
  if (value <= exclusiveMinimum) yield fault(pointer, `must be greater than ${exclusiveMinimum}`);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    yield fault(pointer, `must be a multiple of ${multipleOf}`);
  if (format && !isOfNumberFormat(value, format)) yield fault(pointer, formatSentence(format));
}

export function* textFaults(rules: TextRules, value: string, pointer: string, work: Work): Iterable<Fault> {
  if (rules.isFile) {
    const found = fileFault(rules, value, work);
    if (found === 'not a file') yield fault(pointer, 'must be a file, as a data URL or base64');
    if (found === 'too small') yield fault(pointer, `must have at least ${countOf(rules.minLength, 'byte')}`);
    if (found === 'too large') yield fault(pointer, `must have at most ${countOf(rules.maxLength, 'byte')}`);
    return;
  }
  if (isLongerThan(value, rules.maxLength, work)) {
    yield fault(pointer, countSentence('at most', rules.maxLength, 'character'));
    return;
  }
  if (isShorterThan(value, rules.minLength, work))
    yield fault(pointer, countSentence('at least', rules.minLength, 'character'));
  if (rules.pattern && !matches(rules.pattern, value, work))
    yield fault(pointer, patternSentence(rules.pattern.source));
  if (rules.format && !isOfFormat(rules.format, value, work))
    yield fault(pointer, formatSentence(rules.format));
}
