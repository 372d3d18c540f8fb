import type { JsonValue } from '../json/json.ts';
import type { SchemaNode, NumberRules, TextRules, ListRules } from '../schema/schema-node.ts';
import { countOf } from '../text/numbers.ts';
import { areUnique, matches } from './matches.ts';
import { Coverage } from './coverage.ts';
import {
  type Explanation,
  choiceFault,
  distinct,
  type Fault,
  fault,
  pointerTo,
  typeFault,
  choiceSentence,
  countSentence,
  formatSentence,
  patternSentence,
  containsSentence,
} from './fault.ts';
import { inPlaceFaults, objectFaults, unevaluatedPropertyFaults } from './object-faults.ts';
import { holdsEnough } from './object-holds.ts';
import {
  isChoice,
  fileFault,
  isLongerThan,
  isMultiple,
  isOfFormat,
  isOfNumberFormat,
  isShorterThan,
} from './scalar-holds.ts';
import { maxDepth, type ValueWalk } from './value-walk.ts';
import { planOf, typeBits } from './walk-plan.ts';
import type { Work } from './work.ts';

/** A person mends a few faults at a time; the list is for them. */
const maxFaults = 50;

/** An explanation of a schema takes as much of the stack as so many verdicts. */
const depthOfExplanation = 2;

/** Finds the faults of an invalid value one by one: a caller who wants the first pays for no other. */
export class ValueExplanation implements Explanation {
  readonly #known = new Map<SchemaNode, Map<string, Fault[]>>();

  constructor(
    readonly walk: ValueWalk,
    readonly thorough: boolean,
  ) {}

  /** All faults of the whole value, which is known to have one. */
  all(node: SchemaNode, value: JsonValue): Fault[] {
    return distinct(this.#look(node.read(), value, '', undefined), this.thorough ? maxFaults : 1);
  }

  faults(node: SchemaNode, value: JsonValue, pointer: string, coverage?: Coverage): Iterable<Fault> {
    // In a large value, and for a schema that is asked often, only parts with a fault are explained.
    if (!node.isShared && this.thorough) return this.#look(node.read(), value, pointer, coverage);
    return this.#isFine(node, value, coverage) ? [] : this.#once(node, value, pointer);
  }

  within(node: SchemaNode, part: JsonValue, pointer: string, key: string | number): Iterable<Fault> {
    if (!this.thorough && this.walk.holds(node, part)) return [];
    return this.faults(node, part, pointerTo(pointer, key));
  }

  listed(node: SchemaNode, value: JsonValue, pointer: string): Fault[] {
    return distinct(this.faults(node, value, pointer), maxFaults);
  }

  #isFine(node: SchemaNode, value: JsonValue, coverage: Coverage | undefined): boolean {
    const own = coverage && new Coverage();
    const isFine = this.walk.holds(node, value, own);
    if (coverage && own && isFine) this.walk.cover(coverage, own);
    if (coverage && !isFine) coverage.isUncertain = true;
    return isFine;
  }

  *#once(node: SchemaNode, value: JsonValue, pointer: string): Iterable<Fault> {
    const byPointer = this.#known.get(node) ?? new Map<string, Fault[]>();
    this.#known.set(node, byPointer);
    let faults = byPointer.get(pointer);
    if (!faults) {
      // A schema that refers back to itself for the same value has nothing to add.
      byPointer.set(pointer, []);
      faults = distinct(this.#look(node, value, pointer, undefined), this.thorough ? maxFaults : 1);
      byPointer.set(pointer, faults);
    }
    yield* faults;
  }

  *#look(node: SchemaNode, value: JsonValue, pointer: string, outer: Coverage | undefined): Iterable<Fault> {
    this.walk.work.spend(stepsPerLook);
    this.walk.depth += depthOfExplanation;
    try {
      if (this.walk.depth > maxDepth) yield fault(pointer, 'is not what this field takes');
      else yield* this.#parts(node, value, pointer, outer);
    } finally {
      this.walk.depth -= depthOfExplanation;
    }
  }

  *#parts(node: SchemaNode, value: JsonValue, pointer: string, outer: Coverage | undefined): Iterable<Fault> {
    const { types, constant, choices } = node.plan ?? planOf(node);
    if (node.always === false) yield fault(pointer, 'is not allowed here');
    const isList = Array.isArray(value);
    const unevaluated = isList ? node.unevaluatedItems : node.unevaluatedProperties;
    const coverage = unevaluated ? new Coverage() : outer;
    const isOtherType = types !== 0 && (types & typeBits(value)) === 0;
    const isStructureDue = node.typeNames.length === 1 && /^(?:array|object)$/.test(node.typeNames[0] ?? '');
    if (isOtherType && !isStructureDue) yield typeFault(pointer, node.typeNames);
    if (typeof value === 'number' && node.number) yield* numberFaults(node.number, value, pointer);
    if (typeof value === 'string' && node.text) yield* textFaults(node.text, value, pointer, this.walk.work);
    if (node.constant && constant && !isChoice(constant, value, this.walk.work))
      yield choiceFault(pointer, choiceSentence(node.constant.values));
    if (node.choices && choices && !isChoice(choices, value, this.walk.work))
      yield choiceFault(pointer, choiceSentence(node.choices.values));
    if (node.inPlace) yield* inPlaceFaults(this, node.inPlace, value, pointer, coverage);
    if (isOtherType && isStructureDue) yield typeFault(pointer, node.typeNames);
    if (typeof value !== 'object' || value === null) return;
    if (isList) {
      if (node.list) yield* listFaults(this, node.list, value, pointer, coverage);
    } else if (node.object) yield* objectFaults(this, node.object, value, pointer, coverage);
    if (!unevaluated || !coverage) return;
    if (outer) outer.all = true;
    if (coverage.isUncertain) return;
    if (isList) yield* unevaluatedItemFaults(this, unevaluated, value, pointer, coverage);
    else yield* unevaluatedPropertyFaults(this, unevaluated, value, pointer, coverage);
  }
}

/** Looking for faults takes as long as so many verdicts. */
const stepsPerLook = 30;

function* numberFaults(rules: NumberRules, value: number, pointer: string): Iterable<Fault> {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, multipleOf, format } = rules;
  if (value > maximum) yield fault(pointer, `must be at most ${maximum}`);
  if (value < minimum) yield fault(pointer, `must be at least ${minimum}`);
  if (value >= exclusiveMaximum) yield fault(pointer, `must be less than ${exclusiveMaximum}`);
  if (value <= exclusiveMinimum) yield fault(pointer, `must be greater than ${exclusiveMinimum}`);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    yield fault(pointer, `must be a multiple of ${multipleOf}`);
  if (format && !isOfNumberFormat(value, format)) yield fault(pointer, formatSentence(format));
}

function* textFaults(rules: TextRules, value: string, pointer: string, work: Work): Iterable<Fault> {
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

function* listFaults(
  explanation: Explanation,
  rules: ListRules,
  list: JsonValue[],
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const { walk } = explanation;
  const { minItems, maxItems, isUnique, prefix, rest } = rules;
  if (isUnique && !areUnique(list, walk.work)) yield fault(pointer, 'must not hold the same item twice');
  if (list.length > maxItems) yield fault(pointer, countSentence('at most', maxItems, 'item'));
  if (list.length < minItems) yield fault(pointer, countSentence('at least', minItems, 'item'));
  const isClosed = prefix.length > 0 && rest?.read().always === false;
  if (isClosed && list.length > prefix.length)
    yield fault(pointer, countSentence('at most', prefix.length, 'item'));
  for (const [index, item] of list.entries()) {
    const node = prefix[index] ?? (isClosed ? undefined : rest);
    if (node) yield* explanation.within(node, item, pointer, index);
  }
  if (coverage)
    coverage.upTo = Math.max(coverage.upTo, rest ? list.length : Math.min(prefix.length, list.length));
  for (const contains of rules.contains)
    if (!holdsEnough(walk, contains, list, coverage)) yield fault(pointer, containsSentence(contains));
}

/** Without further items allowed, a list is too long; otherwise the fault names the item. */
function* unevaluatedItemFaults(
  explanation: Explanation,
  node: SchemaNode,
  list: JsonValue[],
  pointer: string,
  coverage: Coverage,
): Iterable<Fault> {
  const isClosed = node.read().always === false && coverage.items === undefined;
  for (const [index, item] of list.entries()) {
    if (coverage.hasItem(index)) continue;
    if (isClosed) {
      yield fault(pointer, `must have at most ${countOf(coverage.upTo, 'item')}`);
      return;
    }
    yield* explanation.within(node, item, pointer, index);
  }
}
