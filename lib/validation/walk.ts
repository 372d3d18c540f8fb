import type { JsonObject, JsonValue } from '../json/json.ts';
import type { InPlaceRules, SchemaNode } from '../schema/schema-node.ts';
import { Coverage } from './coverage.ts';
import { inPlaceHolds } from './in-place-holds.ts';
import { listHolds } from './list-holds.ts';
import { objectHolds } from './object-holds.ts';
import { isChoice, numberHolds, textHolds } from './scalar-holds.ts';
import { isLoop, planOf, typeBits, type WalkPlan } from './walk-plan.ts';
import { TooDeep, type Work } from './work.ts';

/** Nested schemas. A value has at most 64 levels, and the stack can hold twice this number. */
export const MAX_DEPTH = 1000;

/** Shorter walks remember nothing. Longer ones remember the verdicts of shared schemas. */
const STEPS_UNREMEMBERED = 2000;

/** Checks values against schemas. A walk belongs to one validation, because it remembers verdicts on its values. */
export class Walk {
  private rememberBelow: number;
  depth = 0;
  private verdicts: Answers<boolean> | undefined = undefined;
  private coverages: Answers<Coverage | undefined> | undefined = undefined;

  constructor(readonly work: Work) {
    this.rememberBelow = work.left - STEPS_UNREMEMBERED;
  }

  /** Whether a value is valid. If so, adds the evaluated parts to `coverage`. */
  holds(node: SchemaNode, value: JsonValue, coverage?: Coverage): boolean {
    if (this.work.left < 1) this.work.end();
    this.work.left -= 1;
    if (!node.isShared) return this.look(node, value, coverage);
    if (this.work.left > this.rememberBelow && !isLoop(node)) return this.look(node, value, coverage);
    this.work.spend(STEPS_TO_REMEMBER);
    return coverage ? this.coveredOnce(node, value, coverage) : this.once(node, value);
  }

  /** Remembers verdicts of shared nodes from now on, even in a short walk. */
  remember(): void {
    this.rememberBelow = Number.POSITIVE_INFINITY;
  }

  private once(node: SchemaNode, value: JsonValue): boolean {
    this.verdicts ??= new Map();
    const verdicts = mapOf(this.verdicts, node);
    const known = verdicts.get(value);
    if (known !== undefined) return known;
    // A schema that refers back to itself for the same value adds no constraint.
    if (isLoop(node)) verdicts.set(value, true);
    const verdict = this.look(node, value, undefined);
    verdicts.set(value, verdict);
    return verdict;
  }

  private coveredOnce(node: SchemaNode, value: JsonValue, coverage: Coverage): boolean {
    this.work.spend(STEPS_TO_COVER);
    this.coverages ??= new Map();
    const coverages = mapOf(this.coverages, node);
    if (!coverages.has(value)) {
      if (isLoop(node)) coverages.set(value, new Coverage());
      const found = new Coverage();
      coverages.set(value, this.look(node, value, found) ? found : undefined);
    }
    const covered = coverages.get(value);
    if (covered) this.cover(coverage, covered);
    return covered !== undefined;
  }

  cover(coverage: Coverage, more: Coverage): void {
    this.work.spend(1 + more.size);
    coverage.add(more);
  }

  private look(node: SchemaNode, value: JsonValue, outer: Coverage | undefined): boolean {
    const plan = node.plan ?? planOf(node);
    if (node.always !== undefined) return node.always;
    if (plan.types !== 0 && (plan.types & typeBits(value)) === 0) return false;
    if (plan.constant && !isChoice(plan.constant, value, this.work)) return false;
    if (plan.choices && !isChoice(plan.choices, value, this.work)) return false;
    if (typeof value === 'string') {
      if (node.text && !textHolds(node.text, value, this.work)) return false;
    } else if (typeof value === 'number') {
      if (node.number && !numberHolds(node.number, value)) return false;
    }
    if (typeof value === 'object' && value !== null) return this.structureHolds(node, plan, value, outer);
    return !node.inPlace || this.inPlaceHolds(node.inPlace, value, undefined);
  }

  private structureHolds(
    node: SchemaNode,
    plan: WalkPlan,
    value: JsonObject | JsonValue[],
    outer: Coverage | undefined,
  ): boolean {
    const isList = Array.isArray(value);
    const unevaluated = isList ? node.unevaluatedItems : node.unevaluatedProperties;
    const coverage = unevaluated ? new Coverage() : outer;
    if (this.depth >= MAX_DEPTH) throw new TooDeep();
    this.depth += 1;
    const holds = isList
      ? !node.list || listHolds(this, node.list, value, coverage)
      : !node.object || !plan.object || objectHolds(this, node.object, plan.object, value, coverage);
    this.depth -= 1;
    if (!holds || (node.inPlace && !this.inPlaceHolds(node.inPlace, value, coverage))) return false;
    if (!unevaluated || !coverage) return true;
    if (!this.restHolds(unevaluated, value, coverage)) return false;
    if (outer) outer.all = true;
    return true;
  }

  private inPlaceHolds(rules: InPlaceRules, value: JsonValue, coverage: Coverage | undefined): boolean {
    if (this.depth >= MAX_DEPTH) throw new TooDeep();
    this.depth += 1;
    const holds = inPlaceHolds(this, rules, value, coverage);
    this.depth -= 1;
    return holds;
  }

  /** Checks the unevaluated parts against `unevaluated…`. */
  private restHolds(node: SchemaNode, value: JsonObject | JsonValue[], coverage: Coverage): boolean {
    if (Array.isArray(value))
      return value.every((item, index) => coverage.hasItem(index) || this.holds(node, item));
    for (const name of Object.keys(value)) {
      this.work.spend(1);
      if (!coverage.hasName(name) && !this.holds(node, value[name] ?? null)) return false;
    }
    return true;
  }
}

/** The cost of remembering a verdict in steps, and again for its coverage. */
const STEPS_TO_REMEMBER = 4;
const STEPS_TO_COVER = 8;

type Answers<Answer> = Map<SchemaNode, Map<JsonValue, Answer>>;

function mapOf<Answer>(answers: Answers<Answer>, node: SchemaNode) {
  const known = answers.get(node);
  if (known) return known;
  const made = new Map<JsonValue, Answer>();
  answers.set(node, made);
  return made;
}
