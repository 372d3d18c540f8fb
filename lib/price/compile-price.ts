import { isJsonObject, type JsonObject } from '../json.ts';
import { ceilDivide, MICROS_PER_UNIT, microsOf } from './decimal.ts';
import { compileExpression, type Expression } from './expression.ts';
import type { Kind, Variable } from './formula.ts';
import type { Price, PriceLine, Quantity } from './price.ts';

/** A price ready to be evaluated, again and again; made once for each template version. */
export interface PriceProgram {
  price: Price;
  lines: ProgramLine[];
}

export interface ProgramLine {
  /** Where the line stands in the price: `/lines/0`. */
  pointer: string;
  label: string;
  when?: Expression;
  rule: Rule;
}

export interface Metered {
  quoted: Expression;
  /** The same as `quoted` where the line has one quantity. */
  settled: Expression;
  unit: string;
}

/** All amounts are millionths; an `upTo` is in whole units, since units are counted whole. */
export type Rule =
  | { kind: 'flat'; amount: bigint }
  | ({ kind: 'per'; rate: bigint; every: bigint; included: bigint } & Metered)
  | ({ kind: 'tiers'; mode: 'graduated' | 'volume'; steps: { upTo?: bigint; rate: bigint }[] } & Metered)
  | { kind: 'choice'; value: Expression; credits: ReadonlyMap<string, bigint>; otherwise?: bigint };

export interface PriceError {
  pointer: string;
  detail: string;
}

export type CompiledPrice = { ok: true; program: PriceProgram } | { ok: false; errors: PriceError[] };

/** With the schema of the input, a field that no input can have is an error, too. */
export function compilePrice(price: Price, inputSchema?: JsonObject): CompiledPrice {
  const compiler = new Compiler(inputSchema);
  const lines = price.lines.map((line, index) => compiler.line(line, `/lines/${index}`));
  if (compiler.errors.length > 0) return { ok: false, errors: compiler.errors };
  return { ok: true, program: { price, lines: lines.filter((line) => line !== undefined) } };
}

const BEFORE: readonly Variable[] = ['input'];
const AFTER: readonly Variable[] = ['input', 'response', 'usage'];

/** Compiles every line even after a mistake, so that an author sees all of them at once. */
class Compiler {
  readonly errors: PriceError[] = [];
  readonly #fields: readonly string[] | undefined;

  constructor(inputSchema: JsonObject | undefined) {
    this.#fields = isJsonObject(inputSchema?.properties) ? Object.keys(inputSchema.properties) : undefined;
  }

  line(line: PriceLine, pointer: string): ProgramLine | undefined {
    const when =
      line.when === undefined ? undefined : this.#expression(line.when, `${pointer}/when`, BEFORE, 'boolean');
    const rule = this.#rule(line, pointer);
    if (!rule || (line.when !== undefined && !when)) return undefined;
    return { pointer, label: line.label, rule, ...(when && { when }) };
  }

  #rule(line: PriceLine, pointer: string): Rule | undefined {
    const { flat, per, tiers, choice } = line;
    if (flat !== undefined) return { kind: 'flat', amount: microsOf(flat) };
    if (per) {
      const metered = this.#metered(per, `${pointer}/per`);
      const [rate, every, included] = [
        microsOf(per.rate),
        microsOf(per.every ?? 1),
        microsOf(per.included ?? 0),
      ];
      return metered && { kind: 'per', ...metered, rate, every, included };
    }
    if (tiers) {
      const metered = this.#metered(tiers, `${pointer}/tiers`);
      const steps = tiers.steps.map((step) => ({
        rate: microsOf(step.rate),
        ...(step.upTo !== undefined && { upTo: microsOf(step.upTo) / MICROS_PER_UNIT }),
      }));
      return metered && { kind: 'tiers', ...metered, mode: tiers.mode, steps };
    }
    if (!choice) return undefined;
    const value = this.#expression(choice.value, `${pointer}/choice/value`, BEFORE, 'any');
    const credits = new Map(Object.entries(choice.credits).map(([name, amount]) => [name, microsOf(amount)]));
    const otherwise = choice.otherwise === undefined ? {} : { otherwise: microsOf(choice.otherwise) };
    return value && { kind: 'choice', value, credits, ...otherwise };
  }

  #metered({ quantity, unit }: { quantity: Quantity; unit: string }, pointer: string): Metered | undefined {
    const at = `${pointer}/quantity`;
    if (typeof quantity === 'string') {
      const quoted = this.#expression(quantity, at, BEFORE, 'number');
      return quoted && { quoted, settled: quoted, unit };
    }
    const quoted = this.#expression(quantity.quoted, `${at}/quoted`, BEFORE, 'number');
    const settled = this.#expression(quantity.settled, `${at}/settled`, AFTER, 'number');
    return quoted && settled && { quoted, settled, unit };
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

/** What `units` whole units cost by steps; `volume` prices all of them at the rate of the step that they reach. */
export function tieredUnits(
  rule: Extract<Rule, { kind: 'tiers' }>,
  units: bigint,
): { units: bigint; rate: bigint }[] {
  const parts: { units: bigint; rate: bigint }[] = [];
  let below = 0n;
  for (const { upTo, rate } of rule.steps) {
    const reaches = upTo === undefined || units <= upTo;
    if (rule.mode === 'volume' && reaches) return [{ units, rate }];
    const until = reaches ? units : upTo;
    if (until > below) parts.push({ units: until - below, rate });
    if (reaches) break;
    below = until > below ? until : below;
  }
  return rule.mode === 'graduated' ? parts : [];
}

/** Whole steps begun beyond what is included. */
export function chargedUnits(rule: Extract<Rule, { kind: 'per' }>, quantity: bigint): bigint {
  return quantity <= rule.included ? 0n : ceilDivide(quantity - rule.included, rule.every);
}
