import type { FunctionName } from './functions.ts';
import { fourCorners, safeRange } from './operator-range.ts';
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
} from './possible.ts';
import { possibleValue } from './possible-value.ts';

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
