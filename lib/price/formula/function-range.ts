import {
  absentValue,
  anySize,
  hull,
  type Interval,
  join,
  joinAll,
  maybeAbsent,
  mayExist,
  neverValue,
  oneOf,
  overlap,
  type Possible,
  point,
  possibleNumber,
  possibleTruth,
  present,
  widened,
  within,
} from '../possible.ts';
import type { Work } from '../work.ts';
import type { Arithmetic, Comparison, Formula } from './formula.ts';
import { comparisons, computeBy } from './formula-value.ts';
import { functions, type FunctionName } from './functions.ts';

/** A formula that computes its result from the values of all its parts. */
export type Operation = Exclude<
  Formula,
  { op: 'literal' | 'variable' | 'field' | 'has' | 'and' | 'or' | 'if' | 'each' }
>;

/** The possible results where some part is a set of values. */
export function possibleOperation(formula: Operation, parts: readonly Possible[], work: Work): Possible {
  const [first = neverValue, second = neverValue] = parts.map((part) => widened(part, work));
  switch (formula.op) {
    case 'index':
      return maybeAbsent(element(first, parts[1] ?? neverValue));
    case 'list':
      return {
        ...neverValue,
        list: { size: point(parts.length), item: () => joinAll(parts.map(present), work) },
      };
    case 'object':
      return table(formula.entries, parts, work);
    case 'not':
      return possibleTruth(first.values.includes(false), first.values.includes(true));
    case 'negate':
      return possibleNumber(first.number && { from: 0 - first.number.to, to: 0 - first.number.from });
    case 'call':
      return call(
        formula.name,
        parts.map((part) => widened(part, work)),
      );
    case '==':
      return possibleTruth(mayEqual(first, second), mayExist(first) && mayExist(second));
    case '!=':
      return possibleTruth(mayExist(first) && mayExist(second), mayEqual(first, second));
    case 'in': {
      const { list, object } = second;
      const isListed = Boolean(list && list.size.to > 0 && mayEqual(first, widened(list.item(), work)));
      return possibleTruth(isListed || Boolean(object), Boolean(list ?? object));
    }
    case '+': {
      const numbers = arithmetic('+', first.number, second.number);
      return first.text && second.text
        ? { ...numbers, text: joinedLength(first.text, second.text) }
        : numbers;
    }
    case '-':
    case '*':
    case '/':
    case '%':
      return arithmetic(formula.op, first.number, second.number);
    default:
      return comparison(formula.op, first, second);
  }
}

function element({ list, object }: Possible, key: Possible): Possible {
  const names = key.values.filter((value) => typeof value === 'string');
  const { number } = widened(key);
  const items = list && number ? list.item() : neverValue;
  if (!object) return items;
  return join(items, key.text ? object.any() : joinAll(names.map((name) => object.field(name))));
}

function table(entries: [string, Formula][], parts: readonly Possible[], work: Work): Possible {
  const fields = new Map(entries.map(([name], index) => [name, present(parts[index] ?? neverValue)]));
  const object = {
    size: point(fields.size),
    field: (name: string) => fields.get(name) ?? absentValue,
    any: () => joinAll([...fields.values()], work),
  };
  return { ...neverValue, object };
}

function call(name: FunctionName, given: readonly Possible[]): Possible {
  const [first = neverValue, second = neverValue] = given;
  switch (name) {
    case 'size':
      return joinAll([first.text, first.list?.size, first.object?.size].map(possibleNumber));
    case 'ceil':
    case 'floor':
    case 'int':
    case 'double':
    case 'round': {
      const compute = (value: number) => functions[name].run([value]);
      return possibleNumber(
        first.number && { from: compute(first.number.from), to: compute(first.number.to) },
      );
    }
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
      return first.text && second.text ? possibleTruth(true, true) : neverValue;
  }
}

function magnitude({ from, to }: Interval): Interval {
  const [one, other] = [Math.abs(from), Math.abs(to)];
  return { from: within(0, { from, to }) ? 0 : Math.min(one, other), to: Math.max(one, other) };
}

function extreme(name: 'min' | 'max', given: readonly Possible[]): Possible {
  const [first] = given;
  const list = given.length === 1 && first?.list && first.list.size.to > 0 ? first.list.item() : neverValue;
  const single = possibleNumber(widened(list).number);
  const numbers = given.map((value) => value.number).filter((number) => number !== undefined);
  if (numbers.length < given.length) return single;
  const pick = name === 'min' ? Math.min : Math.max;
  const from = pick(...numbers.map((number) => number.from));
  const to = pick(...numbers.map((number) => number.to));
  return join(possibleNumber({ from, to }), single);
}

/** Rounding errors of the additions accumulate: the ends are widened by their maximum. */
function total({ list }: Possible): Possible {
  if (!list) return neverValue;
  const { number } = list.size.to > 0 ? widened(list.item()) : neverValue;
  if (!number) return list.size.from <= 0 ? possibleNumber(point(0)) : neverValue;
  const { from, to } = fourCorners(list.size, number, (size, item) => size * item);
  const slack = Math.max(Math.abs(from), Math.abs(to)) * list.size.to * Number.EPSILON;
  const inexact = list.size.to > 1 && !(Number.isInteger(number.from) && number.from === number.to);
  const ends = inexact ? { from: from - slack, to: to + slack } : { from, to };
  return possibleNumber(
    overlap(number.from >= 0 ? { ...ends, from: Math.max(0, ends.from) } : ends, safeRange),
  );
}

function texts({ text, number, values }: Possible): Possible {
  const words = oneOf(values.filter((value) => typeof value === 'boolean').map(String));
  const lengths = [text, number && lengthOfNumber].filter((length) => length !== undefined);
  return lengths.length > 0 ? { ...words, text: lengths.reduce(hull) } : words;
}

/** The longest number that JavaScript writes is `-1.2345678901234567e-100`. */
const lengthOfNumber: Interval = { from: 1, to: 25 };

/** Two surrogate halves can join into one character, so the least length is one less than the sum. */
function joinedLength(left: Interval, right: Interval): Interval {
  return { from: Math.max(0, left.from + right.from - 1), to: Math.min(anySize.to, left.to + right.to) };
}

/** Whether two sets of values may have one in common. */
function mayEqual(one: Possible, other: Possible): boolean {
  return (
    one.values.some((value) => other.values.includes(value)) ||
    Boolean(one.number && other.number && overlap(one.number, other.number)) ||
    Boolean(one.text && other.text && overlap(one.text, other.text)) ||
    Boolean((one.list && other.list) ?? (one.object && other.object))
  );
}

function comparison(op: Comparison, left: Possible, right: Possible): Possible {
  const less = op === '<' || op === '<=';
  const holds = comparisons[op];
  const numbers = left.number && right.number && { left: left.number, right: right.number };
  const texts = Boolean(left.text && right.text);
  if (!numbers) return possibleTruth(texts, texts);
  const best = less ? holds(numbers.left.from, numbers.right.to) : holds(numbers.left.to, numbers.right.from);
  const worst = less
    ? holds(numbers.left.to, numbers.right.from)
    : holds(numbers.left.from, numbers.right.to);
  return possibleTruth(best || texts, !worst || texts);
}

/** A result outside fails, and the price with it. */
const safeRange: Interval = { from: -Number.MAX_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

function arithmetic(op: Arithmetic, left: Interval | undefined, right: Interval | undefined): Possible {
  if (!left || !right) return neverValue;
  const result = ends(op, left, right);
  return possibleNumber(result && overlap(result, safeRange));
}

function ends(op: Arithmetic, left: Interval, right: Interval): Interval | undefined {
  switch (op) {
    case '+':
      return { from: left.from + right.from, to: left.to + right.to };
    case '-':
      return { from: left.from - right.to, to: left.to - right.from };
    case '*':
      return fourCorners(left, right, (a, b) => a * b);
    case '/':
      return quotient(left, right);
    case '%':
      return remainder(left, right);
  }
}

function fourCorners(
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
  if (right.from > 0 || right.to < 0) return fourCorners(left, right, computeBy['/']);
  if (right.from === 0 && right.to === 0) return undefined;
  if (left.from >= 0 && right.from >= 0) return { from: left.from / right.to, to: safeRange.to };
  return safeRange;
}

/** Less than the divisor, at most the dividend, and with the sign of the dividend. */
function remainder(left: Interval, right: Interval): Interval | undefined {
  if (right.from === 0 && right.to === 0) return undefined;
  const least = Math.min(Math.abs(right.from), Math.abs(right.to));
  if (left.from >= 0 && left.to < least && !within(0, right)) return left;
  const most = Math.max(Math.abs(right.from), Math.abs(right.to));
  return {
    from: left.from < 0 ? Math.max(left.from, -most) : 0,
    to: left.to > 0 ? Math.min(left.to, most) : 0,
  };
}
