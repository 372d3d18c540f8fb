import type { JsonObject, JsonValue } from '../json/json.ts';
import type { InPlaceRules, SchemaNode, WalkPlan } from '../schema/schema-node.ts';
import { Coverage } from './coverage.ts';
import { inPlaceHolds, listHolds, objectHolds } from './object-holds.ts';
import { isChoice, numberHolds, textHolds } from './scalar-holds.ts';
import { isLoop, planOf, typeBits } from './walk-plan.ts';
import { type Walk, TooDeep, type Work } from './work.ts';

/** Schemas within schemas. A value is at most 64 levels deep, and the stack holds twice as many as this. */
export const maxDepth = 1000;

/**
 * A walk that stays this short remembers nothing, which is the most of them. From here on, a schema that several
 * schemas refer to answers once for each value.
 */
const stepsUnremembered = 2000;

/** Verdicts of schemas on values. A walk is of one validation: what it remembers is of one value. */
export class ValueWalk implements Walk {
  #rememberBelow: number;
  /** How many schemas within schemas the walk is in. */
  depth = 0;
  #verdicts: Answers<boolean> | undefined = undefined;
  #coverages: Answers<Coverage | undefined> | undefined = undefined;

  constructor(readonly work: Work) {
    this.#rememberBelow = work.left - stepsUnremembered;
  }

  holds(node: SchemaNode, value: JsonValue, coverage?: Coverage): boolean {
    if (this.work.left < 1) this.work.end();
    this.work.left -= 1;
    if (!node.isShared) return this.#look(node, value, coverage);
    if (this.work.left > this.#rememberBelow && !isLoop(node)) return this.#look(node, value, coverage);
    this.work.spend(stepsToRemember);
    return coverage ? this.#coveredOnce(node, value, coverage) : this.#once(node, value);
  }

  /** From now on, shared nodes answer once for each value, however short the walk was. */
  remember(): void {
    this.#rememberBelow = Number.POSITIVE_INFINITY;
  }

  #once(node: SchemaNode, value: JsonValue): boolean {
    this.#verdicts ??= new Map();
    const verdicts = mapOf(this.#verdicts, node);
    const known = verdicts.get(value);
    if (known !== undefined) return known;
    // A schema that refers back to itself for the same value asks nothing new the second time.
    if (isLoop(node)) verdicts.set(value, true);
    const verdict = this.#look(node, value, undefined);
    verdicts.set(value, verdict);
    return verdict;
  }

  #coveredOnce(node: SchemaNode, value: JsonValue, coverage: Coverage): boolean {
    this.work.spend(stepsToCover);
    this.#coverages ??= new Map();
    const coverages = mapOf(this.#coverages, node);
    if (!coverages.has(value)) {
      if (isLoop(node)) coverages.set(value, new Coverage());
      const found = new Coverage();
      coverages.set(value, this.#look(node, value, found) ? found : undefined);
    }
    const covered = coverages.get(value);
    if (covered) this.cover(coverage, covered);
    return covered !== undefined;
  }

  cover(coverage: Coverage, more: Coverage): void {
    this.work.spend(1 + more.size);
    coverage.add(more);
  }

  #look(node: SchemaNode, value: JsonValue, outer: Coverage | undefined): boolean {
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
    if (typeof value === 'object' && value !== null) return this.#structureHolds(node, plan, value, outer);
    return !node.inPlace || this.#inPlaceHolds(node.inPlace, value, undefined);
  }

  #structureHolds(
    node: SchemaNode,
    plan: WalkPlan,
    value: JsonObject | JsonValue[],
    outer: Coverage | undefined,
  ): boolean {
    const isList = Array.isArray(value);
    const unevaluated = isList ? node.unevaluatedItems : node.unevaluatedProperties;
    const coverage = unevaluated ? new Coverage() : outer;
    if (this.depth >= maxDepth) throw new TooDeep();
    this.depth += 1;
    const holds = isList
      ? !node.list || listHolds(this, node.list, value, coverage)
      : !node.object || !plan.object || objectHolds(this, node.object, plan.object, value, coverage);
    this.depth -= 1;
    if (!holds || (node.inPlace && !this.#inPlaceHolds(node.inPlace, value, coverage))) return false;
    if (!unevaluated || !coverage) return true;
    if (!this.#restHolds(unevaluated, value, coverage)) return false;
    if (outer) outer.all = true;
    return true;
  }

  #inPlaceHolds(rules: InPlaceRules, value: JsonValue, coverage: Coverage | undefined): boolean {
    if (this.depth >= maxDepth) throw new TooDeep();
    this.depth += 1;
    const holds = inPlaceHolds(this, rules, value, coverage);
    this.depth -= 1;
    return holds;
  }

  /** Holds what nothing has looked at against `unevaluated…`. */
  #restHolds(node: SchemaNode, value: JsonObject | JsonValue[], coverage: Coverage): boolean {
    if (Array.isArray(value))
      return value.every((item, index) => coverage.hasItem(index) || this.holds(node, item));
    for (const name of Object.keys(value)) {
      this.work.spend(1);
      if (!coverage.hasName(name) && !this.holds(node, value[name] ?? null)) return false;
    }
    return true;
  }
}

/** Remembering a verdict takes as long as so many plain looks, and remembering what was looked at as so many more. */
const stepsToRemember = 4;
const stepsToCover = 8;

type Answers<Answer> = Map<SchemaNode, Map<JsonValue, Answer>>;

function mapOf<Answer>(answers: Answers<Answer>, node: SchemaNode) {
  const known = answers.get(node);
  if (known) return known;
  const made = new Map<JsonValue, Answer>();
  answers.set(node, made);
  return made;
}
