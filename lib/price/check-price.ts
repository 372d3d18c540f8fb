import { type JsonObject, type JsonValue, isJsonObject } from '../json/json.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { ListRules, ObjectRules, SchemaNode, TextRules } from '../schema/schema-node.ts';
import type { PriceError, PriceProgram } from './compile-price.ts';
import { inputCorners, fieldCorners, inputOf, numberEdges } from './corners.ts';
import { fieldsRead } from './effects.ts';
import { type Evaluation, evaluatePrice } from './evaluate.ts';
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

/** The length if the schema has no limit: more than most calls have, and still counted within milliseconds. */
const unlimitedItems = 1_000;
const unlimitedCharacters = 100_000;
/** The longest value that is built. */
const maxListItems = 10_000;
const maxCharacters = 1_000_000;
const maxDepth = 6;
/** Schemas visited for one value. If many schemas contain all others, six levels are too many. */
const maxSchemas = 1_000;

/** A value as long as the schema and the limits allow; undefined if the type has no length. */
function longestValue(schema: SchemaNode): JsonValue | undefined {
  if (flatSchema(schema)?.choices) return undefined;
  const value = longest(schema, {
    room: maxCharacters,
    depth: 0,
    schemas: { left: maxSchemas },
  });
  return typeof value === 'string' || typeof value === 'object' ? (value ?? undefined) : undefined;
}

interface Around {
  /** Remaining characters and items. Items of a list share them. */
  room: number;
  depth: number;
  /** All parts of the value share it. */
  schemas: { left: number };
}

function longest(schema: SchemaNode, around: Around): JsonValue | undefined {
  around.schemas.left -= 1;
  if (around.depth > maxDepth || around.schemas.left < 0) return undefined;
  const flat = flatSchema(schema);
  if (!flat) return undefined;
  const within = { ...around, depth: around.depth + 1 };
  if (flat.choices) return longestText(flat.choices.values);
  const [union] = flat.inPlace.unions;
  if (union) {
    const branches = union.branches.map((branch) => longest(branch, within));
    return branches.toSorted((one, other) => rank(other) - rank(one))[0];
  }
  const { typeNames: kinds, list, object, text, number } = flat;
  if (kinds.includes('array') || list?.rest) return longestList(list, within);
  if (kinds.includes('object') || object?.properties.size) return fullestObject(object, within);
  if (kinds.includes('string')) return longestString(text, around.room);
  return kinds.includes('boolean') ? true : numberEdges(number, kinds.includes('integer')).at(-1);
}

function longestList(rules: ListRules | undefined, around: Around): JsonValue[] {
  const { rest, isUnique = false, maxItems = Number.POSITIVE_INFINITY } = rules ?? {};
  const listed = rest && flatSchema(rest)?.choices?.values;
  const unlimited = listed ? listed.length : unlimitedItems;
  const allowed = Number.isFinite(maxItems) ? maxItems : unlimited;
  const most = isUnique && listed ? Math.min(allowed, listed.length) : allowed;
  const length = Math.floor(Math.min(most, maxListItems, around.room));
  if (listed) return Array.from({ length }, (_, index) => listed[index % listed.length] ?? null);
  const item = (rest && longest(rest, { ...around, room: around.room / Math.max(1, length) })) ?? null;
  return Array.from({ length }, () => item);
}

function fullestObject(rules: ObjectRules | undefined, around: Around): JsonObject {
  const properties = [...(rules?.properties ?? [])];
  const room = around.room / Math.max(1, properties.length);
  return Object.fromEntries(
    properties.flatMap(([name, part]): [string, JsonValue][] => {
      const value = longest(part, { ...around, room });
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A format fixes the length of a text. Only plain texts and files can be long. */
function longestString(rules: TextRules | undefined, room: number): string | undefined {
  const { format, pattern, isFile, maxLength = Number.POSITIVE_INFINITY } = rules ?? {};
  const isFree = format === undefined || isFile || format === 'password';
  if (!isFree || pattern) return undefined;
  const most = Number.isFinite(maxLength) ? maxLength : unlimitedCharacters;
  return 'x'.repeat(Math.floor(Math.min(most, maxCharacters, room)));
}

function longestText(values: JsonValue[]): JsonValue | undefined {
  return values.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
}

function rank(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return 3;
  if (isJsonObject(value)) return 2;
  return typeof value === 'string' ? 1 : 0;
}
