import type { Preview } from '../../lib/operator/price-preview.ts';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import { requestFields } from '../../lib/operation/request-fields.ts';
import { amountsOf } from '../../lib/price/bounds.ts';
import { canBeDearer } from '../../lib/price/compare-prices.ts';
import type { PriceProgram } from '../../lib/price/compile-price.ts';
import { fieldCorners, inputCorners, inputOf } from '../../lib/price/corners.ts';
import { decimalText } from '../../lib/price/decimal.ts';
import { explainPrice, fieldsRead } from '../../lib/price/effects.ts';
import { evaluatePrice } from '../../lib/price/evaluate.ts';
import { priceChanges } from '../../lib/price/price-changes.ts';
import { newWork } from '../../lib/price/work.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { estimateField } from '../../lib/what-if/estimate-field.ts';
import { fieldAxis, type FieldAxis } from '../../lib/what-if/field-axis.ts';
import { priceCurve } from '../../lib/what-if/price-curve.ts';
import { assessInput } from '../inputs/prepare-input.ts';
import { type CompiledVersion, compileVersion } from '../products/compiled-version.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';
import { type PreviewedCalls, pricesOfCalls } from './preview-calls.ts';

export interface PreviewRequest {
  /** The version in force, and the entry. */
  now: VersionRow;
  then: VersionRow;
  over: string | undefined;
  sample: number | undefined;
  calls: PreviewedCalls;
}

export type ReckonedPreview = Omit<Preview, 'notes'>;
type Sample = Preview['samples'][number];
type Plot = NonNullable<Preview['plot']>;

/** Work for the prices of all corners, as publishing has. */
const maxWork = 20_000_000;
/** A person compares no more. */
const mostSamples = 14;
const curveEvaluations = 300;
const mostPoints = 400;

/** What a price does, beside the one in force. Used in a thread, which can be ended. */
export function reckonPreview({
  now: nowRow,
  then: thenRow,
  over,
  sample,
  calls,
}: PreviewRequest): ReckonedPreview {
  const [now, then] = [compileVersion(nowRow), compileVersion(thenRow)];
  const { schema } = then.shape;
  const changes = priceChanges(writtenOf(now), writtenOf(then), schema);
  const { lines, total } = explainPrice(then.price.price);
  const samples = new Samples(now, then);
  return {
    mayCostMore: changes.length === 0 ? null : canBeDearer(now.price, then.price, schema),
    changes,
    range: { now: now.bounds, then: then.bounds },
    maximum: { now: now.price.price.maximum, then: then.price.price.maximum },
    lines: lines.map(({ label, text }, index) => {
      const line = then.price.lines[index];
      const amounts = line && amountsOf([line], schema);
      return {
        ...{ label, text },
        from: amounts ? decimalText(amounts.from) : '0',
        to: amounts ? decimalText(amounts.to) : '0',
      };
    }),
    total,
    samples: samples.list.map(({ sample: shown }) => shown),
    reads: namesOf(then, bothReads(now.price, then.price)),
    calls: pricesOfCalls(calls, now, then),
    plot: plotOf(now, then, samples.list[sample ?? 0]?.input ?? samples.list[0]?.input ?? {}, over),
  };
}

function writtenOf({ price, charges }: CompiledVersion) {
  return { program: price, charges };
}

interface Priced {
  input: JsonObject;
  now: number | undefined;
  then: number | undefined;
}

/** The inputs to compare prices by: the example of the product, and corners of its schema. */
class Samples {
  readonly list: { input: JsonObject; sample: Sample }[] = [];
  readonly #now: CompiledVersion;
  readonly #then: CompiledVersion;
  readonly #reads: ReadonlySet<string> | 'all';
  readonly #known = new Set<string>();
  #left = maxWork;

  constructor(now: CompiledVersion, then: CompiledVersion) {
    this.#now = now;
    this.#then = then;
    this.#reads = bothReads(now.price, then.price);
    const { schema } = then.shape;
    const corners = inputCorners(schema, this.#reads);
    const [usual] = corners;
    const example = this.#exampleOf(then);
    if (example) this.#add('example', example);
    if (usual) this.#add('usual', usual);
    const priced = corners.flatMap((input) => this.#price(input) ?? []);
    this.#addGreatest('least', priced, ({ then: credits = 0 }) => -credits);
    this.#addGreatest('most', priced, ({ then: credits = 0 }) => credits);
    const both = priced.filter((one) => one.now !== undefined);
    const rise = (one: Priced) => (one.then ?? 0) - (one.now ?? 0);
    this.#addGreatest('dearer', both, rise, 0);
    this.#addGreatest('cheaper', both, (one) => -rise(one), 0);
    const fields = fieldCorners(schema, this.#reads);
    for (const { name, values } of fields)
      if (this.#reads === 'all' || this.#reads.has(name))
        for (const value of values) this.#add('value', inputOf(fields, new Map([[name, value]])));
  }

  #exampleOf(version: CompiledVersion): JsonObject | undefined {
    const given = Object.fromEntries(
      version.shape.fields.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
    );
    if (Object.keys(given).length === 0) return undefined;
    const { input, missing, invalid } = assessInput(version, given);
    return missing.length + invalid.length > 0 ? undefined : input;
  }

  /** Undefined once there was too much work, and for an input without a price. */
  #price(input: JsonObject): Priced | undefined {
    if (this.#left <= 0) return undefined;
    const [now, then] = [this.#now, this.#then].map(({ price }) => {
      const work = newWork();
      const before = work.left;
      const evaluation = evaluatePrice(price, { input }, work);
      this.#left -= before - work.left;
      return evaluation.ok ? evaluation.credits : undefined;
    });
    return then === undefined ? undefined : { input, now, then };
  }

  #addGreatest(kind: Sample['kind'], priced: Priced[], by: (one: Priced) => number, above = -Infinity): void {
    let greatest: Priced | undefined;
    for (const one of priced) if (by(one) > (greatest ? by(greatest) : above)) greatest = one;
    if (greatest) this.#add(kind, greatest.input);
  }

  #add(kind: Sample['kind'], input: JsonObject): void {
    const text = inputText(input, this.#reads);
    if (this.#known.has(text) || this.list.length >= mostSamples) return;
    this.#known.add(text);
    const sample = {
      kind,
      input: text,
      now: sideOf(this.#now.price, input),
      then: sideOf(this.#then.price, input),
    };
    this.list.push({ input, sample });
  }
}

function bothReads(...programs: PriceProgram[]): ReadonlySet<string> | 'all' {
  const names = new Set<string>();
  for (const program of programs) {
    const read = fieldsRead(program);
    if (read === 'all') return 'all';
    for (const name of read) names.add(name);
  }
  return names;
}

const maxShown = 40;

/** The fields that count: lists and long texts by their length. */
function inputText(input: JsonObject, reads: ReadonlySet<string> | 'all'): string {
  const fields = Object.entries(input).filter(([name]) => reads === 'all' || reads.has(name));
  return fields.map(([name, value]) => `${name}: ${valueText(value)}`).join(', ') || 'no field given';
}

function valueText(value: JsonValue): string {
  if (Array.isArray(value)) return countOf(value.length, 'item');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= maxShown) return text === '' ? 'empty' : text;
  return typeof value === 'string' ? countOf(text.length, 'character') : `${text.slice(0, maxShown)}…`;
}

function namesOf({ shape }: CompiledVersion, reads: ReadonlySet<string> | 'all'): string[] {
  return shape.fields.map(({ name }) => name).filter((name) => reads === 'all' || reads.has(name));
}

function sideOf(program: PriceProgram, input: JsonObject): Sample['now'] {
  const priced = evaluatePrice(program, { input });
  if (!priced.ok) return null;
  const { credits, clamped: limitedBy, lines } = priced;
  return { credits, limitedBy, lines: lines.map(({ label, text, amount }) => ({ label, text, amount })) };
}

/** Both prices along a field, with the other fields of a sample. */
function plotOf(
  now: CompiledVersion,
  then: CompiledVersion,
  input: JsonObject,
  over: string | undefined,
): Plot | null {
  const reads = bothReads(now.price, then.price);
  const fields = requestFields(then.shape, (name) => reads === 'all' || reads.has(name));
  const counting = fields.filter(({ affectsPrice }) => affectsPrice);
  const wanted = counting.filter(({ name }) => name === over);
  for (const field of wanted.length > 0 ? wanted : counting) {
    const situation = { fields, input, invalid: new Set<string>(), missing: new Set<string>() };
    const [old, next] = [now, then].map(({ price: program }) =>
      estimateField({ program, ...situation }, field),
    );
    if (!old || !next) return null;
    const axis = fieldAxis(field, (change) => {
      const [before, after] = [old(change)?.credits, next(change)?.credits];
      // One number that changes where either of them does.
      const credits = (before ?? -1) + (after ?? -1) * Math.SQRT2;
      return before === undefined && after === undefined ? undefined : { credits, atMost: false };
    });
    const points =
      axis &&
      pointsOf(axis, (change) => ({
        now: old(change)?.credits ?? null,
        then: next(change)?.credits ?? null,
      }));
    if (axis && points) return { field: field.name, label: field.label, kind: axis.kind, points };
  }
  return null;
}

type Change = Parameters<ReturnType<typeof estimateField>>[0];
type Both = Pick<Plot['points'][number], 'now' | 'then'>;

function pointsOf(axis: FieldAxis, at: (change: Change) => Both): Plot['points'] {
  if (axis.kind === 'choice')
    return axis.choices.map(({ is, change }) => ({
      at: typeof is === 'object' ? String(is.value) : is,
      ...at(change),
    }));
  const known = new Map<number, Both>();
  const both = (position: number) => {
    const found = known.get(position) ?? at(axis.changeAt(position));
    known.set(position, found);
    return found;
  };
  const positions = (['now', 'then'] as const).flatMap((side) =>
    priceCurve(axis.last, (position) => both(position)[side] ?? undefined, curveEvaluations).points.map(
      ({ position }) => position,
    ),
  );
  const sorted = [...new Set([0, ...positions, axis.last])].sort((one, other) => one - other);
  const every = Math.ceil(sorted.length / mostPoints);
  return sorted
    .filter((_, index) => index % every === 0 || index === sorted.length - 1)
    .map((position) => ({ at: axis.valueAt(position), ...both(position) }));
}
