import type { JsonValue } from '../json/json.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { Coverage } from './coverage.ts';
import { choiceFault, distinct, type Fault, fault, pointerTo, typeFault } from './fault.ts';
import { inPlaceFaults } from './in-place-faults.ts';
import { listFaults, unevaluatedItemFaults } from './list-faults.ts';
import { objectFaults, unevaluatedPropertyFaults } from './object-faults.ts';
import { numberFaults, textFaults } from './scalar-faults.ts';
import { isChoice } from './scalar-holds.ts';
import { choiceSentence } from './sentence.ts';
import { MAX_DEPTH, type Walk } from './walk.ts';
import { planOf, typeBits } from './walk-plan.ts';

/** A person fixes only a few faults at a time. */
export const MAX_FAULTS = 50;

/** Stack depth of an explanation, relative to a verdict. */
const DEPTH_OF_EXPLANATION = 2;

/** Finds the faults of an invalid value lazily, so that the first fault costs no more than it must. */
export class Explanation {
  private readonly known = new Map<SchemaNode, Map<string, Fault[]>>();

  /** `thorough` makes a union report the faults of its nearest branch. */
  constructor(
    readonly walk: Walk,
    readonly thorough: boolean,
  ) {}

  /** All faults of a value that is known to be invalid. */
  all(node: SchemaNode, value: JsonValue): Fault[] {
    return distinct(this.look(node.read(), value, '', undefined), this.thorough ? MAX_FAULTS : 1);
  }

  faults(node: SchemaNode, value: JsonValue, pointer: string, coverage?: Coverage): Iterable<Fault> {
    // In large values, and for shared schemas, only invalid parts are explained.
    if (!node.isShared && this.thorough) return this.look(node.read(), value, pointer, coverage);
    return this.isFine(node, value, coverage) ? [] : this.once(node, value, pointer);
  }

  /** The faults of a part. In a large value, only invalid parts get a pointer. */
  within(node: SchemaNode, part: JsonValue, pointer: string, key: string | number): Iterable<Fault> {
    if (!this.thorough && this.walk.holds(node, part)) return [];
    return this.faults(node, part, pointerTo(pointer, key));
  }

  /** The faults of a branch, up to the limit. */
  listed(node: SchemaNode, value: JsonValue, pointer: string): Fault[] {
    return distinct(this.faults(node, value, pointer), MAX_FAULTS);
  }

  private isFine(node: SchemaNode, value: JsonValue, coverage: Coverage | undefined): boolean {
    const own = coverage && new Coverage();
    const isFine = this.walk.holds(node, value, own);
    if (coverage && own && isFine) this.walk.cover(coverage, own);
    if (coverage && !isFine) coverage.isUncertain = true;
    return isFine;
  }

  private *once(node: SchemaNode, value: JsonValue, pointer: string): Iterable<Fault> {
    const byPointer = this.known.get(node) ?? new Map<string, Fault[]>();
    this.known.set(node, byPointer);
    let faults = byPointer.get(pointer);
    if (!faults) {
      // A schema that refers back to itself for the same value adds nothing.
      byPointer.set(pointer, []);
      faults = distinct(this.look(node, value, pointer, undefined), this.thorough ? MAX_FAULTS : 1);
      byPointer.set(pointer, faults);
    }
    yield* faults;
  }

  private *look(
    node: SchemaNode,
    value: JsonValue,
    pointer: string,
    outer: Coverage | undefined,
  ): Iterable<Fault> {
    this.walk.work.spend(STEPS_PER_LOOK);
    this.walk.depth += DEPTH_OF_EXPLANATION;
    try {
      if (this.walk.depth > MAX_DEPTH) yield fault(pointer, 'is not what this field takes');
      else yield* this.parts(node, value, pointer, outer);
    } finally {
      this.walk.depth -= DEPTH_OF_EXPLANATION;
    }
  }

  private *parts(
    node: SchemaNode,
    value: JsonValue,
    pointer: string,
    outer: Coverage | undefined,
  ): Iterable<Fault> {
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

/** The cost of an explanation in verdicts. */
const STEPS_PER_LOOK = 30;
