import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { Arithmetic, Comparison, Comprehension, Formula } from './formula.ts';
import { functions, kindOf, numberFrom, safe } from './functions.ts';
import { Failure, spend, type Work } from '../work.ts';

/** The variables of a running formula. `item` is the variable of its list expression; there is at most one. */
export interface Frame {
  variables: Readonly<Record<string, JsonValue | undefined>>;
  item: JsonValue;
  work: Work;
}

export type Run = (frame: Frame) => JsonValue;

/** Compiles a formula to nested functions, so that nodes are not resolved again on each run. */
export function runnable(
  formula: Formula,
  loop?: string,
  part = (child: Formula): Run => runnable(child, loop),
): Run {
  switch (formula.op) {
    case 'literal':
      return () => formula.value;
    case 'variable':
      return formula.name === loop ? (frame) => frame.item : variable(formula.name);
    case 'field':
      return field(part(formula.of), formula.name, pathText(formula));
    case 'has':
      return presence(part(formula.of), formula.name);
    case 'index':
      return index(part(formula.of), part(formula.index), pathText(formula));
    case 'list': {
      const items = formula.items.map(part);
      return (frame) => items.map((item) => item(frame));
    }
    case 'object': {
      const entries = formula.entries.map(([name, value]): [string, Run] => [name, part(value)]);
      return (frame) => Object.fromEntries(entries.map(([name, value]) => [name, value(frame)]));
    }
    case 'not':
      return not(part(formula.of));
    case 'negate': {
      const of = part(formula.of);
      return (frame) => 0 - numberFrom(of(frame), '-');
    }
    case 'and':
      return decided(part(formula.left), part(formula.right), false);
    case 'or':
      return decided(part(formula.left), part(formula.right), true);
    case 'if': {
      const condition = part(formula.condition);
      const then = part(formula.then);
      const otherwise = part(formula.otherwise);
      return (frame) => (truth(condition(frame), '? :') ? then(frame) : otherwise(frame));
    }
    case 'call': {
      const values = formula.arguments.map(part);
      const { run } = functions[formula.name];
      return (frame) =>
        run(
          values.map((value) => value(frame)),
          frame.work,
        );
    }
    case 'each':
      return each(
        formula.kind,
        part(formula.list),
        runnable(formula.body, formula.variable),
        formula.bodySize,
      );
    default:
      return binary(formula.op, part(formula.left), part(formula.right));
  }
}

function variable(name: string): Run {
  return ({ variables }) => {
    const value = variables[name];
    if (value === undefined) throw new Failure(`${name} is not there`, true);
    return value;
  };
}

function field(of: Run, name: string, path: string): Run {
  return (frame) => {
    const holder = of(frame);
    if (!isJsonObject(holder)) throw new Failure(`${path} cannot be read: its parent is ${kindOf(holder)}`);
    const value = Object.hasOwn(holder, name) ? holder[name] : undefined;
    if (value === undefined) throw new Failure(`${path} is absent; guard it with has(${path})`, true);
    return value;
  };
}

/** Missing parents count as absent: has(input.a.b) is false if input.a is absent. */
function presence(of: Run, name: string): Run {
  return (frame) => {
    try {
      const holder = of(frame);
      return isJsonObject(holder) && Object.hasOwn(holder, name);
    } catch (error) {
      if (error instanceof Failure && error.absent) return false;
      throw error;
    }
  };
}

function index(of: Run, at: Run, path: string): Run {
  return (frame) => {
    const holder = of(frame);
    const key = at(frame);
    const value = member(holder, key);
    if (value === undefined) throw new Failure(`${path} has no element ${JSON.stringify(key)}`, true);
    return value;
  };
}

export function member(holder: JsonValue, key: JsonValue): JsonValue | undefined {
  if (Array.isArray(holder))
    return typeof key === 'number' && Number.isInteger(key) ? holder[key] : undefined;
  if (isJsonObject(holder))
    return typeof key === 'string' && Object.hasOwn(holder, key) ? holder[key] : undefined;
  throw new Failure(`[…] expects a list or an object, not ${kindOf(holder)}`);
}

function not(of: Run): Run {
  return (frame) => !truth(of(frame), '!');
}

/** CEL's && and ||: a side that decides the result hides a failure of the other, in either order. */
function decided(left: Run, right: Run, decisive: boolean): Run {
  const where = decisive ? '||' : '&&';
  return (frame) => {
    const first = attempt(left, frame, where);
    if (first === decisive) return decisive;
    const second = truth(right(frame), where);
    if (second === decisive || typeof first === 'boolean') return second;
    throw first;
  };
}

function attempt(run: Run, frame: Frame, where: string): boolean | Failure {
  try {
    return truth(run(frame), where);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function each(kind: Comprehension, list: Run, body: Run, bodySize: number): Run {
  return (frame) => {
    const items = list(frame);
    if (!Array.isArray(items)) throw new Failure(`${kind}() expects a list, not ${kindOf(items)}`);
    spend(frame.work, items.length * bodySize);
    const at = (item: JsonValue) => body({ variables: frame.variables, item, work: frame.work });
    const holds = (item: JsonValue) => truth(at(item), `${kind}()`);
    switch (kind) {
      case 'all':
        return items.every(holds);
      case 'exists':
        return items.some(holds);
      case 'exists_one':
        return items.filter(holds).length === 1;
      case 'map':
        return items.map(at);
      case 'filter':
        return items.filter(holds);
    }
  };
}

type Binary = Comparison | Arithmetic | '==' | '!=' | 'in';

function binary(op: Binary, left: Run, right: Run): Run {
  switch (op) {
    case '==':
      return (frame) => equal(left(frame), right(frame), frame.work);
    case '!=':
      return (frame) => !equal(left(frame), right(frame), frame.work);
    case 'in':
      return (frame) => contains(right(frame), left(frame), frame.work);
    case '+':
      return (frame) => plus(left(frame), right(frame), frame.work);
    case '-':
    case '*':
    case '/':
    case '%': {
      const compute = computeBy[op];
      return (frame) => safe(compute(numberFrom(left(frame), op), numberFrom(right(frame), op)));
    }
    default:
      return (frame) => compare(op, left(frame), right(frame), frame.work);
  }
}

export const computeBy: Record<'-' | '*' | '/' | '%', (left: number, right: number) => number> = {
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => {
    if (right === 0) throw new Failure('a number was divided by zero');
    return left / right;
  },
  '%': (left, right) => {
    if (right === 0) throw new Failure('the remainder of a division by zero has no value');
    return left % right;
  },
};

function plus(left: JsonValue, right: JsonValue, work: Work): JsonValue {
  if (typeof left === 'string' && typeof right === 'string') {
    spend(work, left.length + right.length);
    return left + right;
  }
  return safe(numberFrom(left, '+') + numberFrom(right, '+'));
}

function compare(op: Comparison, left: JsonValue, right: JsonValue, work: Work): boolean {
  const texts = typeof left === 'string' && typeof right === 'string';
  if (texts) spend(work, Math.min(left.length, right.length) / 8);
  if (!texts && !(typeof left === 'number' && typeof right === 'number'))
    throw new Failure(`${op} expects two numbers or two strings, not ${kindOf(left)} and ${kindOf(right)}`);
  return comparisons[op](left, right);
}

type Ordered = number | string;

export const comparisons: Record<Comparison, (left: Ordered, right: Ordered) => boolean> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

function contains(holder: JsonValue, value: JsonValue, work: Work): boolean {
  if (Array.isArray(holder)) return holder.some((item) => equal(item, value, work));
  if (isJsonObject(holder)) return typeof value === 'string' && Object.hasOwn(holder, value);
  throw new Failure(`in expects a list or an object on its right, not ${kindOf(holder)}`);
}

/** Deep equality. Its recursion is bounded by the depth limit of inputs. */
function equal(left: JsonValue, right: JsonValue, work: Work): boolean {
  spend(work, typeof left === 'string' ? 1 + left.length / 64 : 1);
  if (left === right) return true;
  if (Array.isArray(left))
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => equal(item, right[at] ?? null, work))
    );
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every(
    (name) => Object.hasOwn(right, name) && equal(left[name] ?? null, right[name] ?? null, work),
  );
}

export function truth(value: JsonValue, where: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new Failure(`${where} expects true or false, not ${kindOf(value)}`);
}

/** A path as a person would write it: `input.rows[…].width`. */
function pathText(formula: Formula): string {
  if (formula.op === 'variable') return formula.name;
  if (formula.op === 'index') return `${pathText(formula.of)}[…]`;
  if (formula.op === 'object') return 'the table';
  if (formula.op !== 'field') return 'the value';
  const plain = /^[A-Za-z_]\w*$/.test(formula.name);
  return `${pathText(formula.of)}${plain ? `.${formula.name}` : `[${JSON.stringify(formula.name)}]`}`;
}
