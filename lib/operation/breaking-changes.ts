import { canonicalJson, type JsonValue } from '../json/json.ts';
import { flatSchema, joined } from '../schema/flat-schema.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { FlatSchema, ObjectRules, SchemaNode } from '../schema/schema-node.ts';
import { type InputField, inputShape } from './input-shape.ts';
import type { Operation } from './operation.ts';
import { responseShape } from './media-type.ts';

/** Deeper fields are not compared, nor more pairs of schemas. Both sides may be documents of megabytes. */
const maxDepth = 12;
const maxPairs = 5_000;
/** Nobody reads more about one operation. */
const maxChanges = 100;
const maxValuesShown = 5;
const maxText = 80;

/**
 * The changes that break the programs of callers, as phrases that name the fields: inputs that were valid and no longer
 * are, and fields that the answer no longer has.
 */
export function breakingChanges(before: Operation, after: Operation): string[] {
  const found = new Changes();
  const [old, next] = [inputShape(before), inputShape(after)];
  const needs = new Map(old.fields.map((field) => [field.name, need(field)]));
  for (const field of next.fields) {
    const known = needs.get(field.name);
    if (need(field) > (known ?? 0))
      found.add(field.name, known === undefined ? 'is new and required' : 'is required now');
  }
  compareInput({ name: '', depth: 0, found, isRoot: true }, schemaNode(old.schema), schemaNode(next.schema));
  const [replied, reply] = [responseShape(before).schema, responseShape(after).schema];
  if (replied !== null && reply !== null)
    compareReply({ name: '', depth: 0, found }, schemaNode(replied), schemaNode(reply));
  return found.phrases();
}

/** Optional, required if there is a body, or always required. */
function need({ required, requiredInBody }: InputField): number {
  return required ? 2 : requiredInBody ? 1 : 0;
}

class Changes {
  readonly #phrases = new Set<string>();
  readonly #seen = new Map<SchemaNode, Set<SchemaNode>>();
  #pairs = 0;

  add(name: string, what: string): void {
    this.#phrases.add(`${name === '' ? 'the input' : shown(name)} ${what}`);
  }

  addToReply(name: string, what: string): void {
    this.#phrases.add(`${name === '' ? 'the answer' : `the answer's ${shown(name)}`} ${what}`);
  }

  phrases(): string[] {
    return [...this.#phrases].slice(0, maxChanges);
  }

  isNew(before: SchemaNode, after: SchemaNode): boolean {
    const seen = this.#seen.get(before) ?? new Set();
    this.#seen.set(before, seen);
    this.#pairs += 1;
    if (seen.has(after) || this.#pairs > maxPairs) return false;
    seen.add(after);
    return true;
  }
}

/** Without control characters, which would reach a terminal. */
function shown(value: JsonValue): string {
  return JSON.stringify(value)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, maxText);
}

interface Place {
  name: string;
  depth: number;
  found: Changes;
  /** The required fields of the whole input are compared by field. */
  isRoot?: boolean;
}

function inner({ name, depth, found }: Place, step: string): Place {
  return { name: name === '' || step === '[]' ? name + step : `${name}.${step}`, depth: depth + 1, found };
}

/** The values that a schema allows. */
interface View {
  flat: FlatSchema;
  types: Set<string>;
  isTyped: boolean;
  /** All of them, if they are listed. */
  values: JsonValue[] | undefined;
  /** The branches of a union, without null. */
  branches: SchemaNode[];
}

const allTypes = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Undefined if no value is valid. `X or null` is X, with one type more. */
function viewOf(node: SchemaNode, depth = 0): View | undefined {
  const flat = flatSchema(node);
  if (!flat) return undefined;
  const [union, ...others] = flat.inPlace.unions;
  const whole = union && others.length === 0 && depth < maxDepth ? union.branches : [];
  const views = whole.map((branch) => viewOf(branch, depth + 1));
  const branches = whole.filter((_branch, index) => !isNull(views[index]));
  const [only] = branches;
  if (only && branches.length === 1) {
    const view = viewOf(joined([only], flat, { unions: [] }) ?? only, depth + 1);
    if (!view || whole.length === 1) return view;
    return {
      ...view,
      types: new Set([...view.types, 'null']),
      values: view.values && [...view.values, null],
    };
  }
  const listed = views.map((view) => view?.values);
  const values =
    flat.choices?.values ??
    (listed.length > 0 && listed.every((one) => one !== undefined) ? listed.flat() : undefined);
  const own = flat.typeNames.length > 0 ? flat.typeNames : values?.map(typeOf);
  const types = own ?? (views.length > 0 ? views.flatMap((view) => [...(view?.types ?? [])]) : allTypes);
  return {
    flat,
    types: new Set(types.flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type]))),
    isTyped: types !== allTypes,
    values: values?.map((value) => value ?? null),
    branches,
  };
}

function isNull(view: View | undefined): boolean {
  return view !== undefined && view.types.size === 1 && view.types.has('null');
}

function typeOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function typesText(types: Iterable<string>): string {
  const names = [...types];
  if (allTypes.every((type) => names.includes(type))) return 'any value';
  return names.filter((type) => type !== 'integer' || !names.includes('number')).join(' or ');
}

function valuesText(values: JsonValue[]): string {
  const rest = values.length - maxValuesShown;
  return `${values.slice(0, maxValuesShown).map(shown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function compareInput(place: Place, before: SchemaNode, after: SchemaNode): void {
  const { name, depth, found } = place;
  if (depth > maxDepth || !found.isNew(before, after)) return;
  const [old, next] = [viewOf(before), viewOf(after)];
  if (!old) return;
  if (!next) {
    found.add(name, 'no longer takes a value');
    return;
  }
  const lost = [...old.types].filter((type) => !next.types.has(type));
  if (lost.length > 0) {
    const former = old.isTyped ? typesText(lost) : 'any value';
    found.add(name, `takes ${typesText(next.types)} only, no longer ${former}`);
  }
  if (lost.length === old.types.size) return;
  compareValues(place, old, next);
  if (old.values !== undefined) return;
  compareLimits(place, old.flat, next.flat);
  compareLists(place, old.flat, next.flat);
  if (old.flat.object || next.flat.object) compareObjects(place, old.flat.object, next.flat.object);
  compareBranches(place, old, next, after);
}

function compareValues({ name, found }: Place, old: View, next: View): void {
  if (next.values === undefined) return;
  const taken = new Set(next.values.map(canonicalJson));
  const gone = old.values?.filter(
    (value) => !taken.has(canonicalJson(value)) && next.types.has(typeOf(value)),
  );
  if (gone === undefined) found.add(name, `takes only ${valuesText(next.values)} now`);
  else if (gone.length > 0) found.add(name, `no longer takes ${valuesText(gone)}`);
}

function compareLimits({ name, found }: Place, old: FlatSchema, next: FlatSchema): void {
  const atLeast = (before = -Infinity, after = -Infinity, unit = '') => {
    if (after > before)
      found.add(name, `${unit === '' ? 'is' : 'has'} at least ${after}${unit}${was(before)}`);
  };
  const atMost = (before = Infinity, after = Infinity, unit = '') => {
    if (after < before)
      found.add(name, `${unit === '' ? 'is' : 'has'} at most ${after}${unit}${was(before)}`);
  };
  const said = (what: string, before: unknown, after: unknown) => {
    if (after !== undefined && after !== false && after !== before) found.add(name, what);
  };
  atLeast(old.number?.minimum, next.number?.minimum);
  atMost(old.number?.maximum, next.number?.maximum);
  said('must be greater than before', old.number?.exclusiveMinimum, finite(next.number?.exclusiveMinimum));
  said('must be less than before', old.number?.exclusiveMaximum, finite(next.number?.exclusiveMaximum));
  const step = next.number?.multipleOf;
  said(`is a multiple of ${step}`, old.number?.multipleOf, step);
  atLeast(old.text?.minLength ?? 0, next.text?.minLength, ' characters');
  atMost(old.text?.maxLength, next.text?.maxLength, ' characters');
  said('has to match another pattern', old.text?.pattern?.source, next.text?.pattern?.source);
  const format = next.text?.format;
  said(`has the format ${shown(format ?? '')} now`, old.text?.format, format);
  atLeast(old.list?.minItems ?? 0, next.list?.minItems, ' items');
  atMost(old.list?.maxItems, next.list?.maxItems, ' items');
  said('takes each item once only', old.list?.isUnique, next.list?.isUnique);
  atLeast(old.object?.minProperties ?? 0, next.object?.minProperties, ' members');
  atMost(old.object?.maxProperties, next.object?.maxProperties, ' members');
}

function was(limit: number): string {
  return Number.isFinite(limit) ? ` (was ${limit})` : '';
}

function finite(limit: number | undefined): number | undefined {
  return limit !== undefined && Number.isFinite(limit) ? limit : undefined;
}

function compareLists(place: Place, { list: old }: FlatSchema, { list: next }: FlatSchema): void {
  if (old?.rest && next?.rest) compareInput(inner(place, '[]'), old.rest, next.rest);
  old?.prefix.forEach((item, index) => {
    const other = next?.prefix[index];
    if (other) compareInput(inner(place, `${index}`), item, other);
  });
}

function compareObjects(place: Place, old: ObjectRules | undefined, next: ObjectRules | undefined): void {
  const { found, isRoot = false } = place;
  for (const [name, before] of old?.properties ?? []) {
    const at = inner(place, name);
    const after = next?.properties.get(name);
    if (after) compareInput(at, before, after);
    else if (before.schema !== false) found.add(at.name, 'is gone');
  }
  const required = new Set(old?.required);
  for (const name of isRoot ? [] : (next?.required ?? [])) {
    if (required.has(name)) continue;
    found.add(inner(place, name).name, old?.properties.has(name) ? 'is required now' : 'is new and required');
  }
  const isClosed = (rules: ObjectRules | undefined) => rules?.additional?.schema === false;
  if (isClosed(next) && !isClosed(old)) found.add(place.name, 'takes no members of other names now');
  else if (old?.additional && next?.additional)
    compareInput(inner(place, '*'), old.additional, next.additional);
}

/** Each form that was taken has to be taken still: by the branch of the same name, or else by the same place. */
function compareBranches(place: Place, old: View, next: View, after: SchemaNode): void {
  if (next.branches.length < 2) {
    for (const branch of old.branches) compareInput(place, branch, after);
    return;
  }
  const key = (branch: SchemaNode) => branch.referencedName ?? canonicalJson(branch.schema);
  const named = new Map(next.branches.map((branch) => [key(branch), branch]));
  old.branches.forEach((branch, index) => {
    const { length } = next.branches;
    const same = named.get(key(branch)) ?? (length >= old.branches.length ? next.branches[index] : undefined);
    if (same) compareInput({ ...place, depth: place.depth + 1 }, branch, same);
    else
      place.found.add(
        place.name,
        branch.referencedName === undefined
          ? 'takes fewer forms now'
          : `no longer takes the form ${shown(branch.referencedName)}`,
      );
  });
}

function compareReply(place: Place, before: SchemaNode, after: SchemaNode): void {
  const { name, depth, found } = place;
  if (depth > maxDepth || !found.isNew(before, after)) return;
  const [old, next] = [viewOf(before), viewOf(after)];
  if (!old || !next) return;
  const others = next.isTyped ? [...next.types].filter((type) => !old.types.has(type)) : [];
  if (others.length > 0) found.addToReply(name, `may be ${typesText(others)} now`);
  if (others.length === next.types.size || next.branches.length > 1) return;
  if (old.flat.list?.rest && next.flat.list?.rest)
    compareReply(inner(place, '[]'), old.flat.list.rest, next.flat.list.rest);
  const described = next.flat.object?.properties;
  for (const [member, schema] of described ? (old.flat.object?.properties ?? []) : []) {
    const at = inner(place, member);
    const same = described?.get(member);
    if (same) compareReply(at, schema, same);
    else found.addToReply(at.name, 'is gone');
  }
}
