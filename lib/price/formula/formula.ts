import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import type { JsonValue } from '../../json/json.ts';
import { functions, type FunctionName, isFunctionName, methods, type PriceFunction } from './functions.ts';
import { maxExpressionLength } from '../price.ts';

/**
 * The checked syntax tree of a CEL expression, which the evaluator runs and the range analysis visits. It has only one
 * number type (JSON's), so 512 * 0.5 needs no conversion and 3 / 2 is always 1.5.
 */
export type Formula =
  | { op: 'literal'; value: JsonValue }
  | { op: 'variable'; name: string }
  | { op: 'field'; of: Formula; name: string }
  | { op: 'index'; of: Formula; index: Formula }
  | { op: 'has'; of: Formula; name: string }
  | { op: 'list'; items: Formula[] }
  | { op: 'object'; entries: [string, Formula][] }
  | { op: 'not' | 'negate'; of: Formula }
  | { op: 'and' | 'or'; left: Formula; right: Formula }
  | { op: Comparison | Arithmetic | '==' | '!=' | 'in'; left: Formula; right: Formula }
  | { op: 'if'; condition: Formula; then: Formula; otherwise: Formula }
  | { op: 'call'; name: FunctionName; arguments: Formula[] }
  | { op: 'each'; kind: Comprehension; list: Formula; variable: string; body: Formula; bodySize: number };

export type Comparison = '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | '/' | '%';
export type Comprehension = 'all' | 'exists' | 'exists_one' | 'map' | 'filter';
export type Variable = 'input' | 'response' | 'usage';
export type Kind = 'number' | 'string' | 'boolean' | 'list' | 'object' | 'null' | 'any';

export type FormulaResult = { ok: true; formula: Formula; kind: Kind } | { ok: false; detail: string };

/** Formulas by people stay far below these limits. They stop generated formulas that would be expensive. */
const maxNodes = 250;
const maxDepth = 32;
const maxElements = 100;
const maxArguments = 16;

const comprehensions: readonly string[] = ['all', 'exists', 'exists_one', 'map', 'filter'];

const parser = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  limits: {
    maxAstNodes: maxNodes,
    maxDepth: maxDepth,
    maxListElements: maxElements,
    maxMapEntries: maxElements,
    maxCallArguments: maxArguments,
  },
});

export function parseFormula(source: string, variables: readonly Variable[]): FormulaResult {
  if (source.length > maxExpressionLength)
    return { ok: false, detail: `The expression is longer than ${maxExpressionLength} characters.` };
  try {
    const { formula, kind } = convert(parser.parse(source).ast, { variables, loop: undefined });
    return { ok: true, formula, kind };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, detail: error.message };
    return { ok: false, detail: syntaxDetail(error) };
  }
}

/** Where a formula stops being one, from 0; undefined if it can be parsed. */
export function syntaxFaultAt(source: string): number | undefined {
  try {
    parser.parse(source);
    return undefined;
  } catch (error) {
    return error instanceof ParseError ? (error.node?.pos ?? error.range?.start) : undefined;
  }
}

/** An unsupported expression. Never leaves this file. */
class Refusal extends Error {}

interface Scope {
  variables: readonly Variable[];
  loop: string | undefined;
}

interface Typed {
  formula: Formula;
  kind: Kind;
}

function convert(node: ASTNode, scope: Scope): Typed {
  switch (node.op) {
    case 'value':
      return literal(node.args, node.input.slice(node.start, node.end));
    case 'id':
      return variable(node.args, scope);
    case '.':
      return field(convertAs('object', node.args[0], scope, `.${node.args[1]}`), node.args[1]);
    case '[]':
      return index(node.args[0], node.args[1], scope);
    case 'list':
      return {
        kind: 'list',
        formula: { op: 'list', items: node.args.map((item) => convert(item, scope).formula) },
      };
    case 'map':
      return {
        kind: 'object',
        formula: { op: 'object', entries: node.args.map((entry) => objectEntry(entry, scope)) },
      };
    case '!_':
      return { kind: 'boolean', formula: { op: 'not', of: convertAs('boolean', node.args, scope, '!') } };
    case '-_':
      return { kind: 'number', formula: { op: 'negate', of: convertAs('number', node.args, scope, '-') } };
    case '&&':
    case '||':
      return {
        kind: 'boolean',
        formula: {
          op: node.op === '&&' ? 'and' : 'or',
          left: convertAs('boolean', node.args[0], scope, node.op),
          right: convertAs('boolean', node.args[1], scope, node.op),
        },
      };
    case '?:':
      return ternary(node.args, scope);
    case 'call':
      return call(node.args[0], node.args[1], scope);
    case 'rcall':
      return method(node.args[0], node.args[1], node.args[2], scope);
    case '.?':
    case '[?]':
      throw new Refusal('Optional access (.?) is not available; guard a field with has(…).');
    default:
      return binary(node.op, node.args, scope);
  }
}

function convertAs(expected: Kind, node: ASTNode, scope: Scope, where: string): Formula {
  const { formula, kind } = convert(node, scope);
  if (kind === expected || kind === 'any' || expected === 'any') return formula;
  throw new Refusal(
    `${where} expects a ${expected}, and ${node.input.slice(node.start, node.end)} is a ${kind}.`,
  );
}

function literal(value: unknown, source: string): Typed {
  if (typeof value === 'bigint' || typeof value === 'number') {
    const number = Number(value);
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER)
      throw new Refusal(
        `The number ${source.slice(0, 40)} is beyond 2^53, where numbers are no longer exact.`,
      );
    return { kind: 'number', formula: { op: 'literal', value: number } };
  }
  if (typeof value === 'string') return { kind: 'string', formula: { op: 'literal', value } };
  if (typeof value === 'boolean') return { kind: 'boolean', formula: { op: 'literal', value } };
  if (value === null) return { kind: 'null', formula: { op: 'literal', value } };
  throw new Refusal(
    `The literal ${source.slice(0, 40)} is not available; write a number, a string, true, false or null.`,
  );
}

function variable(name: string, { variables, loop }: Scope): Typed {
  const declared = variables.find((known) => known === name);
  if (declared) return { kind: declared === 'input' ? 'object' : 'any', formula: { op: 'variable', name } };
  if (name === loop) return { kind: 'any', formula: { op: 'variable', name } };
  throw new Refusal(`${name} is unknown; an expression can read ${variables.join(', ')}.`);
}

function field(of: Formula, name: string): Typed {
  return { kind: 'any', formula: { op: 'field', of, name } };
}

/** `input["file-name"]` is a field access, so the fields that an expression reads are known before it runs. */
function index(ofNode: ASTNode, indexNode: ASTNode, scope: Scope): Typed {
  const of = convert(ofNode, scope);
  const at = convert(indexNode, scope);
  if (of.kind !== 'object' && of.kind !== 'list' && of.kind !== 'any')
    throw new Refusal(
      `[…] expects a list or an object, and ${ofNode.input.slice(ofNode.start, ofNode.end)} is a ${of.kind}.`,
    );
  if (at.formula.op === 'literal' && typeof at.formula.value === 'string' && of.kind !== 'list')
    return field(of.formula, at.formula.value);
  if (at.kind !== 'number' && at.kind !== 'string' && at.kind !== 'any')
    throw new Refusal(`[…] expects a number or a string inside, not a ${at.kind}.`);
  return { kind: 'any', formula: { op: 'index', of: of.formula, index: at.formula } };
}

function objectEntry([key, value]: [ASTNode, ASTNode], scope: Scope): [string, Formula] {
  const name = convert(key, scope).formula;
  if (name.op !== 'literal' || typeof name.value !== 'string')
    throw new Refusal('A table expects literal strings as its keys, like {"hd": 2, "sd": 1}.');
  return [name.value, convert(value, scope).formula];
}

function ternary([conditionNode, thenNode, otherwiseNode]: [ASTNode, ASTNode, ASTNode], scope: Scope): Typed {
  const condition = convertAs('boolean', conditionNode, scope, '? :');
  const then = convert(thenNode, scope);
  const otherwise = convert(otherwiseNode, scope);
  return {
    kind: then.kind === otherwise.kind ? then.kind : 'any',
    formula: { op: 'if', condition, then: then.formula, otherwise: otherwise.formula },
  };
}

type BinaryOperator = Comparison | Arithmetic | '==' | '!=' | 'in';

function binary(op: BinaryOperator, [leftNode, rightNode]: [ASTNode, ASTNode], scope: Scope): Typed {
  if (op === 'in') return membership(leftNode, rightNode, scope);
  const left = convert(leftNode, scope);
  const right = convert(rightNode, scope);
  const formula: Formula = { op, left: left.formula, right: right.formula };
  if (op === '==' || op === '!=') return { kind: 'boolean', formula };
  const comparing = op === '<' || op === '<=' || op === '>' || op === '>=';
  const text = left.kind === 'string' || right.kind === 'string';
  const kinds: Kind[] = text && (comparing || op === '+') ? ['string', 'any'] : ['number', 'any'];
  if (!kinds.includes(left.kind) || !kinds.includes(right.kind))
    throw new Refusal(`${op} expects two ${kinds[0]}s, not a ${left.kind} and a ${right.kind}.`);
  if (comparing) return { kind: 'boolean', formula };
  const unknown = op === '+' && left.kind === 'any' && right.kind === 'any';
  return { kind: unknown ? 'any' : text ? 'string' : 'number', formula };
}

function membership(leftNode: ASTNode, rightNode: ASTNode, scope: Scope): Typed {
  const left = convert(leftNode, scope);
  const right = convert(rightNode, scope);
  if (right.kind !== 'list' && right.kind !== 'object' && right.kind !== 'any')
    throw new Refusal(`in expects a list or an object on its right, not a ${right.kind}.`);
  if (right.kind === 'object' && left.formula.op === 'literal' && typeof left.formula.value === 'string')
    return { kind: 'boolean', formula: { op: 'has', of: right.formula, name: left.formula.value } };
  return { kind: 'boolean', formula: { op: 'in', left: left.formula, right: right.formula } };
}

function call(name: string, nodes: ASTNode[], scope: Scope): Typed {
  if (name === 'has') return presence(nodes, scope);
  if (!isFunctionName(name))
    throw new Refusal(`${name}() is not available. Use has, ${Object.keys(functions).join(', ')}.`);
  const { takes, least, most, gives }: PriceFunction = functions[name];
  if (nodes.length < least || nodes.length > most)
    throw new Refusal(
      `${name}() expects ${least === most ? least : `at least ${least}`} arguments, not ${nodes.length}.`,
    );
  const given = nodes.map((node) => convert(node, scope));
  for (const { kind } of given)
    if (kind !== 'any' && !takes.some((taken) => taken === kind))
      throw new Refusal(`${name}() expects a ${takes.join(' or a ')}, not a ${kind}.`);
  return { kind: gives, formula: { op: 'call', name, arguments: given.map(({ formula }) => formula) } };
}

function presence(nodes: ASTNode[], scope: Scope): Typed {
  const [path] = nodes;
  const formula = nodes.length === 1 && path ? convert(path, scope).formula : undefined;
  if (formula?.op !== 'field') throw new Refusal('has() expects one field, like has(input.width).');
  return { kind: 'boolean', formula: { op: 'has', of: formula.of, name: formula.name } };
}

function method(name: string, receiver: ASTNode, nodes: ASTNode[], scope: Scope): Typed {
  if (isComprehension(name)) return comprehension(name, receiver, nodes, scope);
  if (name === 'matches')
    throw new Refusal(
      'matches() is not available: a pattern can take unbounded time. Use contains, startsWith or endsWith.',
    );
  if (!methods.includes(name))
    throw new Refusal(`.${name}() is not available. Use ${[...methods, ...comprehensions].join(', ')}.`);
  return call(name, [receiver, ...nodes], scope);
}

function comprehension(kind: Comprehension, receiver: ASTNode, nodes: ASTNode[], scope: Scope): Typed {
  const [name, bodyNode] = nodes;
  if (nodes.length !== 2 || name?.op !== 'id' || !bodyNode)
    throw new Refusal(
      `${kind}() expects a variable and an expression, like input.rows.${kind}(row, row.wide).`,
    );
  if (scope.loop !== undefined)
    throw new Refusal(
      `${kind}() may not stand inside another list expression: its cost would grow with the square of the input.`,
    );
  if (isReserved(name.args)) throw new Refusal(`${name.args} may not be the variable of ${kind}().`);
  const list = convertAs('list', receiver, scope, `${kind}()`);
  const within: Scope = { variables: scope.variables, loop: name.args };
  const body =
    kind === 'map' ? convert(bodyNode, within).formula : convertAs('boolean', bodyNode, within, `${kind}()`);
  return {
    kind: kind === 'map' || kind === 'filter' ? 'list' : 'boolean',
    formula: { op: 'each', kind, list, variable: name.args, body, bodySize: formulaSize(body) },
  };
}

function isComprehension(name: string): name is Comprehension {
  return comprehensions.includes(name);
}

function isReserved(name: string): boolean {
  return name === 'input' || name === 'response' || name === 'usage';
}

/** The children of a formula, in source order. */
export function partsOf(formula: Formula): Formula[] {
  switch (formula.op) {
    case 'literal':
    case 'variable':
      return [];
    case 'field':
    case 'has':
    case 'not':
    case 'negate':
      return [formula.of];
    case 'index':
      return [formula.of, formula.index];
    case 'list':
      return formula.items;
    case 'object':
      return formula.entries.map(([, value]) => value);
    case 'if':
      return [formula.condition, formula.then, formula.otherwise];
    case 'call':
      return formula.arguments;
    case 'each':
      return [formula.list, formula.body];
    default:
      return [formula.left, formula.right];
  }
}

function formulaSize(formula: Formula): number {
  return partsOf(formula).reduce((sum, part) => sum + formulaSize(part), 1);
}

/** The message of the parser without its source excerpt. */
function syntaxDetail(error: unknown): string {
  const message = error instanceof Error ? error.message.split('\n')[0] : undefined;
  return `The expression is not valid CEL: ${message ?? 'it cannot be parsed'}.`;
}
