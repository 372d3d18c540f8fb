import type { JsonObject, JsonValue } from '../json/json.ts';
import { type Formula, type Kind, parseFormula, partsOf, type Variable } from './formula.ts';
import { runnable } from './formula-value.ts';
import { Failure, newWork, type Work } from './work.ts';

/** The values that a price reads: the input, and after the call the response. */
export interface PriceScope {
  input: JsonObject;
  response?: JsonValue | undefined;
  usage?: JsonValue | undefined;
}

export type ExpressionResult =
  | { ok: true; value: JsonValue }
  | { ok: false; detail: string; absent: boolean };

export interface Expression {
  source: string;
  formula: Formula;
  /** The top-level input fields that it can read, or all. */
  reads: ReadonlySet<string> | 'all';
  /** All expressions of a price share `work`. */
  evaluate(scope: PriceScope, work?: Work): ExpressionResult;
}

export type CompiledExpression = { ok: true; expression: Expression } | { ok: false; detail: string };

export function compileExpression(
  source: string,
  variables: readonly Variable[],
  expected: Kind = 'any',
): CompiledExpression {
  const parsed = parseFormula(source, variables);
  if (!parsed.ok) return parsed;
  const { formula, kind } = parsed;
  if (expected !== 'any' && kind !== 'any' && kind !== expected)
    return {
      ok: false,
      detail: `Expected an expression that returns a ${expected}; this one returns a ${kind}.`,
    };
  const run = runnable(formula);
  const evaluate = (scope: PriceScope, work = newWork()): ExpressionResult => {
    try {
      const { input, response, usage } = scope;
      const value = run({ variables: { input, response, usage }, item: null, work });
      return { ok: true, value };
    } catch (error) {
      if (error instanceof Failure) return { ok: false, detail: error.message, absent: error.absent };
      throw error;
    }
  };
  return { ok: true, expression: { source, formula, reads: inputFields(formula), evaluate } };
}

/** `input` as a whole, or with a computed key, reads every field. */
function inputFields(formula: Formula): ReadonlySet<string> | 'all' {
  const fields = new Set<string>();
  const visit = (node: Formula): boolean => {
    if (node.op === 'variable') return node.name !== 'input';
    if ((node.op === 'field' || node.op === 'has') && isInput(node.of)) {
      fields.add(node.name);
      return true;
    }
    return partsOf(node).every(visit);
  };
  return visit(formula) ? fields : 'all';
}

export function isInput(formula: Formula): boolean {
  return formula.op === 'variable' && formula.name === 'input';
}
