import type { JsonValue } from '../json.ts';
import type { Arithmetic, Comparison, Formula } from './formula.ts';
import { ARITHMETIC, COMPARISONS } from './formula-value.ts';
import type { FunctionName } from './functions.ts';
import {
  ABSENT,
  ANYTHING,
  exactText,
  type Interval,
  join,
  joinAll,
  maybeAbsent,
  mayExist,
  meet,
  NEVER,
  overlap,
  type Possible,
  type PossibleText,
  point,
  possibleEquality,
  possibleNumber,
  possibleTruth,
  possibleValue,
  present,
  UNLIMITED,
  within,
} from './possible.ts';

/**
 * Interval analysis: what a formula may give, when what it reads may be this. Each operation is computed on the ends
 * of its operands with the evaluator's own arithmetic, whose rounding is monotone: so the ends hold exactly, and a
 * formula over single values gives a single value. Walks the formula once.
 */
export interface Surroundings {
  input: Possible;
  item?: { name: string; possible: Possible };
  /** What conditions have already said about a path, as in the branches of `has(input.x) ? … : …`. */
  known: ReadonlyMap<string, Possible>;
}

export function possibleResult(formula: Formula, around: Surroundings): Possible {
  const part = (child: Formula) => possibleResult(child, around);
  switch (formula.op) {
    case 'literal':
      return possibleValue(formula.value);
    case 'variable':
    case 'field':
      return path(formula, around);
    case 'has': {
      const holder = part(formula.of);
      const value = holder.object?.field(formula.name) ?? NEVER;
      const { object: _, ...others } = holder;
      return possibleTruth(mayExist(value), value.absent || holder.absent || mayExist(others));
    }
    case 'index':
      return maybeAbsent(element(part(formula.of), part(formula.index)));
    case 'list': {
      const items = formula.items.map(part);
      const list = { size: point(items.length), item: () => joinAll(items.map(present)) };
      return { ...NEVER, absent: items.some((item) => item.absent), list };
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
      return { ...call(formula.name, given), absent: given.some((value) => value.absent) };
    }
    case 'each':
      return each(formula, part(formula.list), around);
    default: {
      const [left, right] = [part(formula.left), part(formula.right)];
      return { ...binary(formula.op, left, right), absent: left.absent || right.absent };
    }
  }
}

function path(formula: Extract<Formula, { op: 'variable' | 'field' }>, around: Surroundings): Possible {
  const known = around.known.get(pathKey(formula) ?? '');
  if (known) return known;
  if (formula.op === 'variable') {
    if (formula.name === around.item?.name) return around.item.possible;
    return formula.name === 'input' ? around.input : maybeAbsent(ANYTHING);
  }
  const holder = possibleResult(formula.of, around);
  const value = holder.object?.field(formula.name) ?? NEVER;
  return holder.absent ? maybeAbsent(value) : value;
}

function pathKey(formula: Formula): string | undefined {
  if (formula.op === 'variable') return formula.name === 'input' ? 'input' : undefined;
  if (formula.op !== 'field') return undefined;
  const of = pathKey(formula.of);
  return of === undefined ? undefined : `${of}/${JSON.stringify(formula.name)}`;
}

function element(holder: Possible, key: Possible): Possible {
  const items = holder.list && key.number ? holder.list.item() : NEVER;
  if (!holder.object || !key.text) return items;
  const { object } = holder;
  const fields = key.text.exact ? joinAll(key.text.exact.map((name) => object.field(name))) : object.any();
  return join(items, fields);
}

function table(entries: [string, Possible][]): Possible {
  const fields = new Map(entries);
  return {
    ...NEVER,
    absent: entries.some(([, value]) => value.absent),
    object: {
      size: point(fields.size),
      field: (name) => present(fields.get(name) ?? NEVER),
      any: () => joinAll([...fields.values()].map(present)),
    },
  };
}

/** A side that decides the answer makes a failure of the other immaterial, so one such side is enough. */
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
      : NEVER;
  const result = join(branch(true, condition.true), branch(false, condition.false));
  return condition.absent ? maybeAbsent(result) : result;
}

function each(formula: Extract<Formula, { op: 'each' }>, holder: Possible, around: Surroundings): Possible {
  const { list } = holder;
  if (!list) return { ...NEVER, absent: holder.absent };
  const item = present(list.item());
  const body = possibleResult(formula.body, { ...around, item: { name: formula.variable, possible: item } });
  const [mayBeEmpty, mayHave] = [list.size.from <= 0, list.size.to > 0];
  const absent = holder.absent || body.absent;
  switch (formula.kind) {
    case 'map':
      return { ...NEVER, absent, list: { size: list.size, item: () => present(body) } };
    case 'filter': {
      const size = { from: body.false ? 0 : list.size.from, to: body.true ? list.size.to : 0 };
      return { ...NEVER, absent, list: { size, item: () => item } };
    }
    case 'all':
      return { ...possibleTruth(mayBeEmpty || body.true, mayHave && body.false), absent };
    case 'exists':
      return { ...possibleTruth(mayHave && body.true, mayBeEmpty || body.false), absent };
    case 'exists_one':
      return { ...possibleTruth(mayHave && body.true, true), absent };
  }
}

function binary(op: Comparison | Arithmetic | '==' | '!=' | 'in', left: Possible, right: Possible): Possible {
  switch (op) {
    case '==':
    case '!=': {
      if (!mayExist(left) || !mayExist(right)) return NEVER;
      const { yes, no } = possibleEquality(left, right);
      return op === '==' ? possibleTruth(yes, no) : possibleTruth(no, yes);
    }
    case 'in':
      return membership(left, right);
    case '+': {
      const text = left.text && right.text && joined(left.text, right.text);
      return { ...arithmetic('+', left.number, right.number), ...(text && { text }) };
    }
    case '-':
    case '*':
    case '/':
    case '%':
      return arithmetic(op, left.number, right.number);
    default:
      return comparison(op, left, right);
  }
}

function membership(value: Possible, holder: Possible): Possible {
  const { list, object } = holder;
  const listed = Boolean(list && list.size.to > 0 && possibleEquality(value, list.item()).yes);
  return possibleTruth(listed || Boolean(object), Boolean(list ?? object));
}

function comparison(op: Comparison, left: Possible, right: Possible): Possible {
  const less = op === '<' || op === '<=';
  const holds = COMPARISONS[op];
  const numbers = left.number && right.number && { left: left.number, right: right.number };
  const texts = Boolean(left.text && right.text);
  if (!numbers) return possibleTruth(texts, texts);
  const best = less ? holds(numbers.left.from, numbers.right.to) : holds(numbers.left.to, numbers.right.from);
  const worst = less
    ? holds(numbers.left.to, numbers.right.from)
    : holds(numbers.left.from, numbers.right.to);
  return possibleTruth(best || texts, !worst || texts);
}

/** Beyond these a result fails, and a price with it. */
const SAFE: Interval = { from: -Number.MAX_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

function arithmetic(op: Arithmetic, left: Interval | undefined, right: Interval | undefined): Possible {
  if (!left || !right) return NEVER;
  const result = ends(op, left, right);
  return possibleNumber(result && overlap(result, SAFE));
}

function ends(op: Arithmetic, left: Interval, right: Interval): Interval | undefined {
  switch (op) {
    case '+':
      return { from: left.from + right.from, to: left.to + right.to };
    case '-':
      return { from: left.from - right.to, to: left.to - right.from };
    case '*':
      return corners(left, right, (a, b) => a * b);
    case '/':
      return quotient(left, right);
    case '%':
      return remainder(left, right);
  }
}

function corners(
  left: Interval,
  right: Interval,
  compute: (left: number, right: number) => number,
): Interval {
  const all = [
    compute(left.from, right.from),
    compute(left.from, right.to),
    compute(left.to, right.from),
    compute(left.to, right.to),
  ];
  return { from: Math.min(...all), to: Math.max(...all) };
}

function quotient(left: Interval, right: Interval): Interval | undefined {
  if (right.from > 0 || right.to < 0) return corners(left, right, ARITHMETIC['/']);
  if (right.from === 0 && right.to === 0) return undefined;
  if (left.from >= 0 && right.from >= 0) return { from: left.from / right.to, to: SAFE.to };
  return SAFE;
}

/** Less than the divisor and no more than the dividend, with the sign of the dividend. */
function remainder(left: Interval, right: Interval): Interval | undefined {
  if (right.from === 0 && right.to === 0) return undefined;
  if (left.from === left.to && right.from === right.to) return point(left.from % right.from);
  const least = Math.min(Math.abs(right.from), Math.abs(right.to));
  if (left.from >= 0 && left.to < least && !within(0, right)) return left;
  const most = Math.max(Math.abs(right.from), Math.abs(right.to));
  return {
    from: left.from < 0 ? Math.max(left.from, -most) : 0,
    to: left.to > 0 ? Math.min(left.to, most) : 0,
  };
}

/** Two halves of a surrogate pair that meet become one character, so the least is one less than the sum. */
function joined(left: PossibleText, right: PossibleText): PossibleText {
  if (left.exact?.length === 1 && right.exact?.length === 1)
    return exactText([`${left.exact[0]}${right.exact[0]}`]);
  const from = Math.max(0, left.length.from + right.length.from - 1);
  return { length: { from, to: left.length.to + right.length.to } };
}

function call(name: FunctionName, given: readonly Possible[]): Possible {
  const [first = NEVER, second = NEVER] = given;
  switch (name) {
    case 'size':
      return sizes(first);
    case 'ceil':
    case 'floor':
    case 'int':
    case 'double':
    case 'round':
      return monotone(first, ROUNDING[name]);
    case 'abs':
      return possibleNumber(first.number && magnitude(first.number));
    case 'min':
    case 'max':
      return extreme(name, given);
    case 'sum':
      return total(first);
    case 'string':
      return texts(first);
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return textTest(name, first.text, second.text);
  }
}

const ROUNDING: Record<'ceil' | 'floor' | 'int' | 'double' | 'round', (value: number) => number> = {
  ceil: Math.ceil,
  floor: Math.floor,
  int: Math.trunc,
  double: (value) => value,
  round: (value) => Math.sign(value) * Math.round(Math.abs(value)),
};

function sizes({ text, list, object }: Possible): Possible {
  return joinAll([possibleNumber(text?.length), possibleNumber(list?.size), possibleNumber(object?.size)]);
}

function monotone({ number }: Possible, compute: (value: number) => number): Possible {
  return possibleNumber(number && { from: compute(number.from), to: compute(number.to) });
}

function magnitude({ from, to }: Interval): Interval {
  const [one, other] = [Math.abs(from), Math.abs(to)];
  return { from: within(0, { from, to }) ? 0 : Math.min(one, other), to: Math.max(one, other) };
}

function extreme(name: 'min' | 'max', given: readonly Possible[]): Possible {
  const [first] = given;
  const single =
    given.length === 1 && first?.list && first.list.size.to > 0 ? first.list.item().number : undefined;
  const numbers = given.map((value) => value.number).filter((number) => number !== undefined);
  if (numbers.length < given.length) return possibleNumber(single);
  const pick = name === 'min' ? Math.min : Math.max;
  const among = possibleNumber({
    from: pick(...numbers.map((number) => number.from)),
    to: pick(...numbers.map((number) => number.to)),
  });
  return join(among, possibleNumber(single));
}

/** The rounding of each addition adds up: the ends are let out by as much as it can be at most. */
function total({ list }: Possible): Possible {
  if (!list) return NEVER;
  const number = list.size.to > 0 ? list.item().number : undefined;
  if (!number) return list.size.from <= 0 ? possibleNumber(point(0)) : NEVER;
  const { from, to } = corners(list.size, number, (size, item) => size * item);
  const slack = Math.max(Math.abs(from), Math.abs(to)) * list.size.to * Number.EPSILON;
  const inexact = list.size.to > 1 && !(Number.isInteger(number.from) && number.from === number.to);
  const ends = inexact ? { from: from - slack, to: to + slack } : { from, to };
  return possibleNumber(overlap(number.from >= 0 ? { ...ends, from: Math.max(0, ends.from) } : ends, SAFE));
}

function texts({ text, number, true: yes, false: no }: Possible): Possible {
  const parts: Possible[] = [];
  if (text) parts.push({ ...NEVER, text });
  if (yes) parts.push(possibleValue('true'));
  if (no) parts.push(possibleValue('false'));
  if (number) parts.push(number.from === number.to ? possibleValue(String(number.from)) : NUMERAL);
  return joinAll(parts);
}

/** The longest that JavaScript writes is `-1.2345678901234567e-100`. */
const NUMERAL: Possible = { ...NEVER, text: { length: { from: 1, to: 25 } } };

function textTest(
  name: 'contains' | 'startsWith' | 'endsWith',
  value: PossibleText | undefined,
  sought: PossibleText | undefined,
): Possible {
  if (!value || !sought) return NEVER;
  const { exact: values } = value;
  const [only, ...more] = sought.exact ?? [];
  if (!values || only === undefined || more.length > 0) return possibleTruth(true, true);
  const found = values.map((text) => TEXT_TESTS[name](text, only));
  return possibleTruth(found.includes(true), found.includes(false));
}

const TEXT_TESTS: Record<'contains' | 'startsWith' | 'endsWith', (text: string, part: string) => boolean> = {
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
};

/** What is known besides, once a condition has come out true, or false. */
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
        outcome ? present(value) : ABSENT,
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
  const side = below ? { ...UNLIMITED, to: value } : { ...UNLIMITED, from: value };
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
