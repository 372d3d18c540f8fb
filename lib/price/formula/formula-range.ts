import type { JsonValue } from '../../json/json.ts';
import {
  anyValue,
  isExact,
  join,
  maxValues,
  maybeAbsent,
  mayExist,
  neverValue,
  oneOf,
  type Possible,
  possibleTruth,
  present,
  widened,
} from '../possible.ts';
import { Failure, spend, type Work } from '../work.ts';
import { type Formula, partsOf } from './formula.ts';
import { runnable } from './formula-value.ts';
import { possibleOperation, type Operation } from './function-range.ts';

/**
 * The possible results of a formula for the possible values of its variables: of single values by evaluation, of sets by
 * interval arithmetic, which applies the evaluator's own arithmetic to their ends. Visits each node once.
 */
export interface Surroundings {
  input: Possible;
  item?: { name: string; possible: Possible };
  /** All lines of a price share it. */
  work: Work;
}

export function possibleResult(formula: Formula, around: Surroundings): Possible {
  const possible = resultOf(formula, around);
  spend(around.work, 1 + possible.values.length);
  return possible;
}

function resultOf(formula: Formula, around: Surroundings): Possible {
  const { work } = around;
  const part = (child: Formula) => possibleResult(child, around);
  switch (formula.op) {
    case 'literal':
      return oneOf([formula.value]);
    case 'variable':
      if (formula.name === around.item?.name) return around.item.possible;
      return formula.name === 'input' ? around.input : maybeAbsent(anyValue);
    case 'field': {
      const holder = part(formula.of);
      const value = fieldOf(holder, formula.name, work);
      return holder.absent ? maybeAbsent(value) : value;
    }
    case 'has': {
      const holder = part(formula.of);
      const { object: _, ...others } = widened(holder, work);
      const value = fieldOf(holder, formula.name, work);
      return possibleTruth(mayExist(value), value.absent || holder.absent || mayExist(others));
    }
    case 'and':
    case 'or':
      return connective(formula.op, part(formula.left), part(formula.right));
    case 'if': {
      const condition = part(formula.condition);
      const branch = (taken: boolean, child: Formula) =>
        condition.values.includes(taken) ? part(child) : neverValue;
      const result = join(branch(true, formula.then), branch(false, formula.otherwise), work);
      return condition.absent ? maybeAbsent(result) : result;
    }
    case 'each':
      return each(formula, part(formula.list), around);
    default:
      return operation(formula, partsOf(formula).map(part), work);
  }
}

function fieldOf(holder: Possible, name: string, work: Work): Possible {
  return widened(holder, work).object?.field(name) ?? neverValue;
}

/** A side that decides the result hides a failure of the other, so one such side is enough. */
function connective(op: 'and' | 'or', left: Possible, right: Possible): Possible {
  const deciding = op === 'or';
  const decides = left.values.includes(deciding) || right.values.includes(deciding);
  const leaves = left.values.includes(!deciding) && right.values.includes(!deciding);
  return {
    ...(deciding ? possibleTruth(decides, leaves) : possibleTruth(leaves, decides)),
    absent: left.absent || right.absent,
  };
}

function operation(formula: Operation, parts: Possible[], work: Work): Possible {
  const result = evaluated(formula, parts, work) ?? possibleOperation(formula, parts, work);
  return parts.some(({ absent }) => absent) ? maybeAbsent(result) : result;
}

/** The results for all combinations of single values; undefined if the values are not single ones, or too many. */
function evaluated(formula: Operation, parts: Possible[], work: Work): Possible | undefined {
  const combinations = parts.reduce((product, { values }) => product * values.length, 1);
  if (combinations > maxValues || !parts.every(isExact)) return undefined;
  const children = partsOf(formula);
  const given = new Map<Formula, JsonValue>();
  const run = runnable(formula, undefined, (child) => () => given.get(child) ?? null);
  const results: JsonValue[] = [];
  let absent = false;
  const combine = (index: number): void => {
    const child = children[index];
    if (child === undefined) {
      try {
        results.push(run({ variables: {}, item: null, work }));
      } catch (error) {
        if (!(error instanceof Failure) || work.left < 0) throw error;
        absent ||= error.absent;
      }
      return;
    }
    for (const value of parts[index]?.values ?? []) {
      given.set(child, value);
      combine(index + 1);
    }
  };
  combine(0);
  return { ...oneOf(results, work), absent };
}

function each(formula: Extract<Formula, { op: 'each' }>, holder: Possible, around: Surroundings): Possible {
  const { list } = widened(holder, around.work);
  if (!list) return { ...neverValue, absent: holder.absent };
  const item = present(list.item());
  const body = possibleResult(formula.body, { ...around, item: { name: formula.variable, possible: item } });
  const [yes, no] = [body.values.includes(true), body.values.includes(false)];
  const [mayBeEmpty, mayHave] = [list.size.from <= 0, list.size.to > 0];
  const absent = holder.absent || body.absent;
  switch (formula.kind) {
    case 'map':
      return { ...neverValue, absent, list: { size: list.size, item: () => present(body) } };
    case 'filter': {
      const size = { from: no ? 0 : list.size.from, to: yes ? list.size.to : 0 };
      return { ...neverValue, absent, list: { size, item: () => item } };
    }
    case 'all':
      return { ...possibleTruth(mayBeEmpty || yes, mayHave && no), absent };
    case 'exists':
      return { ...possibleTruth(mayHave && yes, mayBeEmpty || no), absent };
    case 'exists_one':
      return { ...possibleTruth(mayHave && yes, true), absent };
  }
}
