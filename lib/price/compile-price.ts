import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { runnable } from './formula/formula-value.ts';
import { type Kind, type Variable, type Formula, parseFormula, partsOf } from './formula/formula.ts';
import type { Price, PriceLine, Quantity } from './price.ts';
import {
  flatTariff,
  type ChoiceTariff,
  choiceTariff,
  type FlatTariff,
  type PerTariff,
  perTariff,
  type TiersTariff,
  tiersTariff,
} from './tariff.ts';
import { Failure, newWork, type Work } from './work.ts';

/** A price that can be evaluated many times; compiled once for each template version. */
export interface PriceProgram {
  price: Price;
  lines: ProgramLine[];
}

export interface ProgramLine {
  /** The place of the line in the price: `/lines/0`. */
  pointer: string;
  label: string;
  when?: Expression;
  rule: Rule;
}

interface Metered {
  quoted: Expression;
  /** Equals `quoted` if the line has one quantity. */
  settled: Expression;
}

/** A tariff with the expressions for its quantity. */
export type Rule =
  | FlatTariff
  | (PerTariff & Metered)
  | (TiersTariff & Metered)
  | (ChoiceTariff & { value: Expression });

export interface PriceError {
  pointer: string;
  detail: string;
}

type CompiledPrice = { ok: true; program: PriceProgram } | { ok: false; errors: PriceError[] };

/** With the input schema, fields that no input can have are errors, too. */
export function compilePrice(price: Price, inputSchema?: JsonObject): CompiledPrice {
  const compiler = new Compiler(inputSchema);
  const lines = price.lines.map((line, index) => compiler.line(line, `/lines/${index}`));
  if (compiler.errors.length > 0) return { ok: false, errors: compiler.errors };
  return { ok: true, program: { price, lines: lines.filter((line) => line !== undefined) } };
}

const beforeCall: readonly Variable[] = ['input'];
const afterCall: readonly Variable[] = ['input', 'response', 'usage'];

/** Compiles every line even after an error, to report all errors at once. */
class Compiler {
  readonly errors: PriceError[] = [];
  readonly #fields: readonly string[] | undefined;

  constructor(inputSchema: JsonObject | undefined) {
    this.#fields = isJsonObject(inputSchema?.properties) ? Object.keys(inputSchema.properties) : undefined;
  }

  line(line: PriceLine, pointer: string): ProgramLine | undefined {
    const when =
      line.when === undefined
        ? undefined
        : this.#expression(line.when, `${pointer}/when`, beforeCall, 'boolean');
    const rule = this.#rule(line, pointer);
    if (!rule || (line.when !== undefined && !when)) return undefined;
    return { pointer, label: line.label, rule, ...(when && { when }) };
  }

  #rule(line: PriceLine, pointer: string): Rule | undefined {
    const { per, tiers, choice } = line;
    if (per) {
      const metered = this.#metered(per.quantity, `${pointer}/per/quantity`);
      return metered && { ...perTariff(per), ...metered };
    }
    if (tiers) {
      const metered = this.#metered(tiers.quantity, `${pointer}/tiers/quantity`);
      return metered && { ...tiersTariff(tiers), ...metered };
    }
    if (choice) {
      const value = this.#expression(choice.value, `${pointer}/choice/value`, beforeCall, 'any');
      return value && { ...choiceTariff(choice), value };
    }
    return flatTariff(line);
  }

  #metered(quantity: Quantity, pointer: string): Metered | undefined {
    if (typeof quantity === 'string') {
      const quoted = this.#expression(quantity, pointer, beforeCall, 'number');
      return quoted && { quoted, settled: quoted };
    }
    const quoted = this.#expression(quantity.quoted, `${pointer}/quoted`, beforeCall, 'number');
    const settled = this.#expression(quantity.settled, `${pointer}/settled`, afterCall, 'number');
    return quoted && settled && { quoted, settled };
  }

  #expression(
    source: string,
    pointer: string,
    variables: readonly Variable[],
    expected: Kind,
  ): Expression | undefined {
    const compiled = compileExpression(source, variables, expected);
    if (!compiled.ok) {
      this.errors.push({ pointer, detail: compiled.detail });
      return undefined;
    }
    const { expression } = compiled;
    if (this.#fields && expression.reads !== 'all')
      for (const name of expression.reads)
        if (!this.#fields.includes(name))
          this.errors.push({ pointer, detail: unknownField(name, this.#fields) });
    return expression;
  }
}

function unknownField(name: string, fields: readonly string[]): string {
  if (fields.length === 0) return `The input has no field ${name}; it has no fields at all.`;
  return `The input has no field ${name}; it has ${fields.slice(0, 20).join(', ')}${fields.length > 20 ? ', …' : ''}.`;
}

/** The values that a price reads: the input, and after the call the response. */
interface PriceScope {
  input: JsonObject;
  response?: JsonValue | undefined;
  usage?: JsonValue | undefined;
}

type ExpressionResult = { ok: true; value: JsonValue } | { ok: false; detail: string; absent: boolean };

export interface Expression {
  source: string;
  formula: Formula;
  /** The top-level input fields that it can read, or all. */
  reads: ReadonlySet<string> | 'all';
  /** All expressions of a price share `work`. */
  evaluate(scope: PriceScope, work?: Work): ExpressionResult;
}

type CompiledExpression = { ok: true; expression: Expression } | { ok: false; detail: string };

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

function isInput(formula: Formula): boolean {
  return formula.op === 'variable' && formula.name === 'input';
}
