import type { JsonObject, JsonValue } from '../json/json.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { PriceError, PriceProgram } from './compile-price.ts';
import { inputCorners, fieldCorners, inputOf } from './corners.ts';
import { fieldsRead } from './effects.ts';
import { type Evaluation, evaluatePrice } from './evaluate.ts';
import { longestValue } from './longest-value.ts';
import { newWork } from './work.ts';

interface PriceCheck {
  /** Inputs that the schema allows but that have no price. Any of them refuses the publication. */
  errors: PriceError[];
  /** Advice for the author, in sentences. */
  notes: string[];
}

/** Further errors add nothing new. */
const maxErrors = 20;
const maxNotes = 3;
const maxShown = 40;
/** Work for all evaluations: most prices take a hundredth of it for all corners, none more than some seconds. */
const maxWork = 20_000_000;

/** Evaluates the quote at the corners of the input schema, and with the longest values. */
export function checkPrice(program: PriceProgram, inputSchema: JsonObject): PriceCheck {
  const reads = fieldsRead(program);
  const errors = new Map<string, PriceError>();
  let cut: Cut | undefined;
  let left = maxWork;
  const evaluate = (input: JsonObject) => {
    const work = newWork();
    const before = work.left;
    const evaluation = evaluatePrice(program, { input }, work);
    left -= before - work.left;
    return evaluation;
  };
  for (const input of inputCorners(inputSchema, reads)) {
    if (left <= 0) break;
    const evaluation = evaluate(input);
    if (evaluation.ok) cut = greaterCut(cut, input, evaluation);
    else {
      const key = `${evaluation.pointer} ${evaluation.detail}`;
      if (!errors.has(key) && errors.size < maxErrors)
        errors.set(key, {
          pointer: evaluation.pointer,
          detail: `With ${shown(input, reads)}: ${evaluation.detail}`,
        });
    }
  }
  if (errors.size > 0) return { errors: [...errors.values()], notes: [] };
  const notes = new Set<string>();
  for (const input of longInputs(inputSchema, reads)) {
    if (left <= 0) break;
    const evaluation = evaluate(input);
    if (evaluation.ok) cut = greaterCut(cut, input, evaluation);
    else if (notes.size < maxNotes)
      notes.add(`With ${shown(input, reads)} there is no price: ${evaluation.detail}`);
  }
  if (left <= 0) notes.add('Not all limits of the input were checked: the price takes too much work.');
  if (cut)
    notes.add(
      `With ${shown(cut.input, reads)} the lines come to ${cut.subtotal} credits; the maximum cuts them to ${program.price.maximum}.`,
    );
  return { errors: [], notes: [...notes] };
}

interface Cut {
  input: JsonObject;
  subtotal: string;
}

function greaterCut(cut: Cut | undefined, input: JsonObject, evaluation: Priced): Cut | undefined {
  const { clamped, subtotal } = evaluation;
  const isGreater = clamped === 'maximum' && Number(subtotal) > Number(cut?.subtotal ?? 0);
  return isGreater ? { input, subtotal } : cut;
}

type Priced = Extract<Evaluation, { ok: true }>;

/** The fields that matter, each shortened. */
function shown(input: JsonObject, reads: ReadonlySet<string> | 'all'): string {
  const fields = Object.entries(input).filter(([name]) => reads === 'all' || reads.has(name));
  if (fields.length === 0) return 'no field given';
  return fields
    .map(([name, value]) => {
      const size = sizeOf(value);
      if (size > maxShown) return `${name} = ${size} ${Array.isArray(value) ? 'items' : 'characters'}`;
      const text = JSON.stringify(value);
      return `${name} = ${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}`;
    })
    .join(', ');
}

function sizeOf(value: JsonValue): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/** Long values take time: only so many fields get one. */
const maxLongFields = 20;

/** Inputs with the longest lists and texts: in one field or in all, and usual or greatest values elsewhere. */
export function longInputs(inputSchema: JsonObject, only: ReadonlySet<string> | 'all'): JsonObject[] {
  const properties = schemaNode(inputSchema).read().object?.properties;
  const fields = fieldCorners(inputSchema, only);
  const long = fields.flatMap(({ name }): Edge[] => {
    const schema = only === 'all' || only.has(name) ? properties?.get(name) : undefined;
    const value = schema && longestValue(schema);
    return value === undefined ? [] : [[name, value]];
  });
  if (long.length === 0) return [];
  const greatest = fields.map(({ name, values }): Edge => [name, values.at(-1)]);
  const edges = long
    .slice(0, maxLongFields)
    .flatMap((one): Edge[][] => [[one], [...greatest, one]])
    .concat([[...greatest, ...long]]);
  return edges.map((some) => inputOf(fields, new Map(some)));
}

type Edge = [string, JsonValue | undefined];
