import type { Arithmetic, Comparison } from './formula.ts';
import { computeBy, comparisons } from './formula-value.ts';
import {
  exactText,
  type Interval,
  mayExist,
  neverValue,
  overlap,
  type Possible,
  type PossibleText,
  point,
  possibleEquality,
  possibleNumber,
  possibleTruth,
  within,
} from './possible.ts';

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
export const safeRange: Interval = { from: -Number.MAX_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

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

export function fourCorners(
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
