import type { JsonValue } from '../../json/json.ts';
import type { Comparison, Formula } from './formula.ts';
import { possibleCall, possibleOperation } from './function-range.ts';
import {
  absentValue,
  anyValue,
  exactText,
  join,
  joinAll,
  maybeAbsent,
  mayExist,
  meet,
  neverValue,
  overlap,
  type Possible,
  point,
  possibleNumber,
  possibleTruth,
  present,
  unlimited,
} from '../possible.ts';
import { possibleValue } from '../schema-possible.ts';
import { spend, type Work } from '../work.ts';

/**
 * Interval analysis: the possible results of a formula for the possible values of its variables. Each operation applies
 * the evaluator's own arithmetic to the ends of its operands. Its rounding is monotone, so the ends are exact, and
 * single values give a single result. Visits each node once.
 */
export interface Surroundings {
  input: Possible;
  item?: { name: string; possible: Possible };
  /** Facts about a path from surrounding conditions, as in `has(input.x) ? … : …`. */
  known: ReadonlyMap<string, Possible>;
  /** All lines of a price share it. */
  work: Work;
}

export function possibleResult(formula: Formula, around: Surroundings): Possible {
  const possible = resultOf(formula, around);
  const texts = possible.text?.exact ?? [];
  spend(
    around.work,
    texts.reduce((units, text) => units + 1 + text.length / 32, 1),
  );
  return possible;
}

function resultOf(formula: Formula, around: Surroundings): Possible {
  const part = (child: Formula) => possibleResult(child, around);
  switch (formula.op) {
    case 'literal':
      return possibleValue(formula.value);
    case 'variable':
    case 'field':
      return path(formula, around);
    case 'has': {
      const holder = part(formula.of);
      const value = holder.object?.field(formula.name) ?? neverValue;
      const { object: _, ...others } = holder;
      return possibleTruth(mayExist(value), value.absent || holder.absent || mayExist(others));
    }
    case 'index':
      return maybeAbsent(element(part(formula.of), part(formula.index)));
    case 'list': {
      const items = formula.items.map(part);
      const list = { size: point(items.length), item: () => joinAll(items.map(present)) };
      return { ...neverValue, absent: items.some((item) => item.absent), list };
    }
    case 'object':
      return table(formula.entries.map(([name, value]) => [name, part(value)]));
    case 'not': {
      const of = part(formula.of);
      return { ...possibleTruth(of.false, of.true), absent: of.absent };
    }
    case 'negate': {
      const of = part(formula.of);
      return {
        ...possibleNumber(of.number && { from: 0 - of.number.to, to: 0 - of.number.from }),
        absent: of.absent,
      };
    }
    case 'and':
    case 'or':
      return connective(formula.op, part(formula.left), part(formula.right));
    case 'if':
      return conditional(formula, around);
    case 'call': {
      const given = formula.arguments.map(part);
      return { ...possibleCall(formula.name, given), absent: given.some((value) => value.absent) };
    }
    case 'each':
      return each(formula, part(formula.list), around);
    default: {
      const [left, right] = [part(formula.left), part(formula.right)];
      return { ...possibleOperation(formula.op, left, right), absent: left.absent || right.absent };
    }
  }
}

function path(formula: Extract<Formula, { op: 'variable' | 'field' }>, around: Surroundings): Possible {
  const known = around.known.get(pathKey(formula) ?? '');
  if (known) return known;
  if (formula.op === 'variable') {
    if (formula.name === around.item?.name) return around.item.possible;
    return formula.name === 'input' ? around.input : maybeAbsent(anyValue);
  }
  const holder = possibleResult(formula.of, around);
  const value = holder.object?.field(formula.name) ?? neverValue;
  return holder.absent ? maybeAbsent(value) : value;
}

function pathKey(formula: Formula): string | undefined {
  if (formula.op === 'variable') return formula.name === 'input' ? 'input' : undefined;
  if (formula.op !== 'field') return undefined;
  const of = pathKey(formula.of);
  return of === undefined ? undefined : `${of}/${JSON.stringify(formula.name)}`;
}

function element(holder: Possible, key: Possible): Possible {
  const items = holder.list && key.number ? holder.list.item() : neverValue;
  if (!holder.object || !key.text) return items;
  const { object } = holder;
  const fields = key.text.exact ? joinAll(key.text.exact.map((name) => object.field(name))) : object.any();
  return join(items, fields);
}

function table(entries: [string, Possible][]): Possible {
  const fields = new Map(entries);
  return {
    ...neverValue,
    absent: entries.some(([, value]) => value.absent),
    object: {
      size: point(fields.size),
      field: (name) => present(fields.get(name) ?? neverValue),
      any: () => joinAll([...fields.values()].map(present)),
    },
  };
}

/** A side that decides the result hides a failure of the other, so one such side is enough. */
function connective(op: 'and' | 'or', left: Possible, right: Possible): Possible {
  const absent = left.absent || right.absent;
  if (op === 'and') return { ...possibleTruth(left.true && right.true, left.false || right.false), absent };
  return { ...possibleTruth(left.true || right.true, left.false && right.false), absent };
}

function conditional(formula: Extract<Formula, { op: 'if' }>, around: Surroundings): Possible {
  const condition = possibleResult(formula.condition, around);
  const branch = (taken: boolean, may: boolean) =>
    may
      ? possibleResult(taken ? formula.then : formula.otherwise, refined(formula.condition, taken, around))
      : neverValue;
  const result = join(branch(true, condition.true), branch(false, condition.false));
  return condition.absent ? maybeAbsent(result) : result;
}

function each(formula: Extract<Formula, { op: 'each' }>, holder: Possible, around: Surroundings): Possible {
  const { list } = holder;
  if (!list) return { ...neverValue, absent: holder.absent };
  const item = present(list.item());
  const body = possibleResult(formula.body, { ...around, item: { name: formula.variable, possible: item } });
  const [mayBeEmpty, mayHave] = [list.size.from <= 0, list.size.to > 0];
  const absent = holder.absent || body.absent;
  switch (formula.kind) {
    case 'map':
      return { ...neverValue, absent, list: { size: list.size, item: () => present(body) } };
    case 'filter': {
      const size = { from: body.false ? 0 : list.size.from, to: body.true ? list.size.to : 0 };
      return { ...neverValue, absent, list: { size, item: () => item } };
    }
    case 'all':
      return { ...possibleTruth(mayBeEmpty || body.true, mayHave && body.false), absent };
    case 'exists':
      return { ...possibleTruth(mayHave && body.true, mayBeEmpty || body.false), absent };
    case 'exists_one':
      return { ...possibleTruth(mayHave && body.true, true), absent };
  }
}

/** The facts that hold once a condition is known to be true, or false. */
export function refined(condition: Formula, outcome: boolean, around: Surroundings): Surroundings {
  switch (condition.op) {
    case 'not':
      return refined(condition.of, !outcome, around);
    case 'and':
    case 'or':
      if (outcome !== (condition.op === 'and')) return around;
      return refined(condition.right, outcome, refined(condition.left, outcome, around));
    case 'has':
      return learned({ op: 'field', of: condition.of, name: condition.name }, around, (value) =>
        outcome ? present(value) : absentValue,
      );
    case 'variable':
    case 'field':
      return learned(condition, around, () => possibleTruth(outcome, !outcome));
    case '==':
    case '!=':
      return equated(condition, outcome === (condition.op === '=='), around);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(condition.op, condition, outcome, around);
    default:
      return around;
  }
}

function learned(formula: Formula, around: Surroundings, learn: (value: Possible) => Possible): Surroundings {
  const key = pathKey(formula);
  if (key === undefined) return around;
  return { ...around, known: new Map(around.known).set(key, learn(possibleResult(formula, around))) };
}

function equated(condition: Sides, equal: boolean, around: Surroundings): Surroundings {
  const [path, literal] = pathAndLiteral(condition);
  if (!path || literal?.op !== 'literal') return around;
  const { value } = literal;
  if (equal) return learned(path, around, (known) => present(meet(known, possibleValue(value))));
  return learned(path, around, (known) => without(present(known), value));
}

function without(known: Possible, value: JsonValue): Possible {
  if (value === null) return { ...known, null: false };
  if (typeof value === 'boolean') return { ...known, [value ? 'true' : 'false']: false };
  if (typeof value !== 'string' || !known.text?.exact) return known;
  const { text, ...rest } = known;
  const exact = text.exact?.filter((other) => other !== value) ?? [];
  return exact.length > 0 ? { ...rest, text: exactText(exact) } : rest;
}

function compared(op: Comparison, condition: Sides, outcome: boolean, around: Surroundings): Surroundings {
  const [path, literal] = pathAndLiteral(condition);
  if (!path || literal?.op !== 'literal' || typeof literal.value !== 'number') return around;
  const { value } = literal;
  const less = op === '<' || op === '<=';
  const below = (less === (condition.left === path)) === outcome;
  const side = below ? { ...unlimited, to: value } : { ...unlimited, from: value };
  return learned(path, around, ({ number }) => possibleNumber(number && overlap(number, side)));
}

interface Sides {
  left: Formula;
  right: Formula;
}

function pathAndLiteral({ left, right }: Sides): [Formula | undefined, Formula | undefined] {
  if (pathKey(left) !== undefined && right.op === 'literal') return [left, right];
  if (pathKey(right) !== undefined && left.op === 'literal') return [right, left];
  return [undefined, undefined];
}
