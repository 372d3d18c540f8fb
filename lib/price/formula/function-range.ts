import { computeBy, comparisons } from './formula-value.ts';
import type { Arithmetic, Comparison } from './formula.ts';
import type { FunctionName } from './functions.ts';
import { possibleValue } from '../schema-possible.ts';
import {
  type Interval,
  join,
  joinAll,
  neverValue,
  overlap,
  type Possible,
  type PossibleText,
  point,
  possibleNumber,
  possibleTruth,
  within,
  exactText,
  mayExist,
  possibleEquality,
} from '../possible.ts';

export function possibleCall(name: FunctionName, given: readonly Possible[]): Possible {
  const [first = neverValue, second = neverValue] = given;
  switch (name) {
    case 'size':
      return sizes(first);
    case 'ceil':
    case 'floor':
    case 'int':
    case 'double':
    case 'round':
      return monotone(first, rounding[name]);
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

const rounding: Record<'ceil' | 'floor' | 'int' | 'double' | 'round', (value: number) => number> = {
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

/** Rounding errors of the additions accumulate: the ends are widened by their maximum. */
function total({ list }: Possible): Possible {
  if (!list) return neverValue;
  const number = list.size.to > 0 ? list.item().number : undefined;
  if (!number) return list.size.from <= 0 ? possibleNumber(point(0)) : neverValue;
  const { from, to } = fourCorners(list.size, number, (size, item) => size * item);
  const slack = Math.max(Math.abs(from), Math.abs(to)) * list.size.to * Number.EPSILON;
  const inexact = list.size.to > 1 && !(Number.isInteger(number.from) && number.from === number.to);
  const ends = inexact ? { from: from - slack, to: to + slack } : { from, to };
  return possibleNumber(
    overlap(number.from >= 0 ? { ...ends, from: Math.max(0, ends.from) } : ends, safeRange),
  );
}

function texts({ text, number, true: yes, false: no }: Possible): Possible {
  const parts: Possible[] = [];
  if (text) parts.push({ ...neverValue, text });
  if (yes) parts.push(possibleValue('true'));
  if (no) parts.push(possibleValue('false'));
  if (number) parts.push(number.from === number.to ? possibleValue(String(number.from)) : numeral);
  return joinAll(parts);
}

/** The longest number that JavaScript writes is `-1.2345678901234567e-100`. */
const numeral: Possible = { ...neverValue, text: { length: { from: 1, to: 25 } } };

function textTest(
  name: 'contains' | 'startsWith' | 'endsWith',
  value: PossibleText | undefined,
  sought: PossibleText | undefined,
): Possible {
  if (!value || !sought) return neverValue;
  const { exact: values } = value;
  const [only, ...more] = sought.exact ?? [];
  if (!values || only === undefined || more.length > 0) return possibleTruth(true, true);
  const found = values.map((text) => textTests[name](text, only));
  return possibleTruth(found.includes(true), found.includes(false));
}

const textTests: Record<'contains' | 'startsWith' | 'endsWith', (text: string, part: string) => boolean> = {
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
};

export function possibleOperation(
  op: Comparison | Arithmetic | '==' | '!=' | 'in',
  left: Possible,
  right: Possible,
): Possible {
  switch (op) {
    case '==':
    case '!=': {
      if (!mayExist(left) || !mayExist(right)) return neverValue;
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
  if (left.from === left.to && right.from === right.to) return point(left.from % right.from);
  const least = Math.min(Math.abs(right.from), Math.abs(right.to));
  if (left.from >= 0 && left.to < least && !within(0, right)) return left;
  const most = Math.max(Math.abs(right.from), Math.abs(right.to));
  return {
    from: left.from < 0 ? Math.max(left.from, -most) : 0,
    to: left.to > 0 ? Math.min(left.to, most) : 0,
  };
}

/** Two surrogate halves can join into one character, so the least length is one less than the sum. */
function joined(left: PossibleText, right: PossibleText): PossibleText {
  if (left.exact?.length === 1 && right.exact?.length === 1)
    return exactText([`${left.exact[0]}${right.exact[0]}`]);
  const from = Math.max(0, left.length.from + right.length.from - 1);
  return { length: { from, to: left.length.to + right.length.to } };
}
