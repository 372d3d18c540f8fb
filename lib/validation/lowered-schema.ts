import { fileTextSize } from '../file-text.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { Schema } from '../operation.ts';
import { loopsInPlace } from '../same-instance-loop.ts';
import { type Defs, own, reachedDefs, resolveReference } from '../schema-references.ts';
import { isSchema } from '../subschemas.ts';
import { CHECK, type Check, type LoweredSchema, type Validation } from './check.ts';
import { pointerTo } from './fault.ts';
import { type Branch, constantCheck, unionCheck } from './union.ts';

/**
 * Makes checks of schemas. A schema is lowered to keywords that Ajv cannot stumble over: a keyword of the wrong form
 * says nothing. References and unions become checks of our own, compiled when a value first comes to them, so that a
 * document of megabytes costs what is used of it.
 */
export class SchemaChecks {
  private readonly defs: Defs;
  private readonly validation: Validation;
  private readonly byReference = new Map<string, Check>();
  private defsSayUnevaluated?: boolean;

  constructor(defs: Defs, validation: Validation) {
    this.defs = defs;
    this.validation = validation;
  }

  check(schema: Schema): Check {
    return this.validation.lazy(() => {
      if (!isJsonObject(schema)) return schema;
      const reached = this.mayBeUnevaluated(schema) ? reachedDefs([schema], this.defs) : {};
      const isNative = Object.values({ ...reached, schema }).some(saysUnevaluated);
      const isSmall = Object.keys(reached).length <= MAX_NATIVE_DEFS;
      return isNative && isSmall ? this.native(schema, reached) : this.lowered(schema, false, 0);
    });
  }

  private mayBeUnevaluated(schema: JsonObject): boolean {
    this.defsSayUnevaluated ??= Object.values(this.defs).some(saysUnevaluated);
    return this.defsSayUnevaluated || saysUnevaluated(schema);
  }

  /** `unevaluated…` must see into references and unions, so there they are left to Ajv. */
  private native(schema: JsonObject, reached: Defs): LoweredSchema {
    const defs = Object.entries(reached).map(([name, inner]): [string, LoweredSchema] => [
      name,
      this.lower(inner, true, 0),
    ]);
    return { ...this.lowered(schema, true, 0), $defs: Object.fromEntries(defs) };
  }

  private lower(schema: Schema, native: boolean, depth: number): LoweredSchema {
    if (!isJsonObject(schema)) return schema;
    if (native || depth < MAX_COMPILED_DEPTH) return this.lowered(schema, native, depth);
    return { [CHECK]: this.validation.lazy(() => this.lowered(schema, false, 0)) };
  }

  private lowered(schema: JsonObject, native: boolean, depth: number): Record<string, unknown> {
    const lowered: Record<string, unknown> = {};
    const checks: Check[] = [];
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword] ?? null;
      if (keyword === '$ref' && typeof value === 'string') this.putReference(value, native, lowered, checks);
      else if ((keyword === 'oneOf' || keyword === 'anyOf') && !native) {
        const union = this.union(keyword, value, schema);
        if (union) checks.push(union);
      } else if (keyword === 'uniqueItems' && value === true) checks.push(uniqueItems);
      else if (keyword === 'properties' && !native && hasManyMembers(value)) {
        this.putProperties(value, lowered, checks);
      } else {
        const kept = this.keyword(keyword, value, native, depth + 1);
        if (kept !== undefined) lowered[keyword] = kept;
      }
    }
    if (isFileSchema(schema)) asFile(schema, lowered, checks);
    if (Array.isArray(schema['items'])) {
      const lower = (inner: Schema) => this.lower(inner, native, depth + 1);
      asTuple(schema['items'], own(schema, 'additionalItems'), lowered, lower);
    }
    if (checks.length > 0) lowered[CHECK] = inTurn(checks);
    return lowered;
  }

  /** Of very many properties, only those that a value has are compiled. */
  private putProperties(properties: JsonObject, lowered: Record<string, unknown>, checks: Check[]) {
    const byName = new Map<string, Check>();
    for (const [name, inner] of Object.entries(properties)) {
      if (isSchema(inner))
        byName.set(
          name,
          this.validation.lazy(() => this.lower(inner, false, 0)),
        );
    }
    lowered['properties'] = Object.fromEntries([...byName.keys()].map((name) => [name, true]));
    checks.push((value, pointer) => {
      if (!isJsonObject(value)) return [];
      const names = Object.keys(value);
      return names.flatMap((name) => byName.get(name)?.(value[name] ?? null, pointerTo(pointer, name)) ?? []);
    });
  }

  private putReference(
    reference: string,
    native: boolean,
    lowered: Record<string, unknown>,
    checks: Check[],
  ) {
    const target = resolveReference(reference, this.defs);
    if (target === undefined || (native && loopsInPlace(reference, this.defs))) return;
    if (native) lowered['$ref'] = reference;
    else checks.push(this.reference(reference, target));
  }

  private reference(reference: string, target: Schema): Check {
    const known = this.byReference.get(reference);
    if (known) return known;
    const plain = this.validation.lazy(() => this.lower(target, false, 0));
    const check = this.validation.remembered(loopsInPlace(reference, this.defs) ? onceInPlace(plain) : plain);
    this.byReference.set(reference, check);
    return check;
  }

  private union(keyword: 'oneOf' | 'anyOf', value: JsonValue, schema: JsonObject): Check | undefined {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    const branches = value.filter(isSchema).map((branch): Branch => {
      const reference = isJsonObject(branch) ? own(branch, '$ref') : undefined;
      const check = constantCheck(branch) ?? this.validation.lazy(() => this.lower(branch, false, 0));
      return typeof reference === 'string' ? { check, reference } : { check };
    });
    return unionCheck(keyword, branches, schema, this.validation);
  }

  /** The keyword's value as Ajv takes it, or undefined. */
  private keyword(keyword: string, value: JsonValue, native: boolean, depth: number): unknown {
    if (Object.hasOwn(PLAIN_KEYWORDS, keyword)) return PLAIN_KEYWORDS[keyword]?.(value);
    if (ONE.has(keyword)) return isSchema(value) ? this.lower(value, native, depth) : undefined;
    if (LIST.has(keyword)) {
      const schemas = Array.isArray(value) ? value.filter(isSchema) : [];
      return schemas.length > 0 ? schemas.map((inner) => this.lower(inner, native, depth)) : undefined;
    }
    if (!MAP.has(keyword) || !isJsonObject(value)) return undefined;
    const members = Object.entries(value).flatMap(([name, inner]): [string, LoweredSchema][] =>
      isSchema(inner) ? [[name, this.lower(inner, native, depth)]] : [],
    );
    return Object.fromEntries(members);
  }
}

/** Ajv compiles all that it is given at once, and overflows the stack on what is large. */
const MAX_NATIVE_DEFS = 200;
const MAX_COMPILED_PROPERTIES = 50;
const MAX_COMPILED_DEPTH = 16;

const ONE = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAP = new Set(['dependentSchemas', 'patternProperties', 'properties']);
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const finite = (value: JsonValue) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
const positive = (value: JsonValue) => (typeof value === 'number' && value > 0 ? value : undefined);
const count = (value: JsonValue) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
const text = (value: JsonValue) => (typeof value === 'string' ? value : undefined);

const PLAIN_KEYWORDS: Record<string, (value: JsonValue) => unknown> = {
  type: typeList,
  enum: (value) => (Array.isArray(value) && value.length > 0 ? value : undefined),
  const: (value) => value,
  multipleOf: positive,
  minimum: finite,
  maximum: finite,
  exclusiveMinimum: finite,
  exclusiveMaximum: finite,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  pattern: text,
  format: text,
  required: nameList,
  dependentRequired: (value) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, names]) => [name, nameList(names) ?? []]))
      : undefined,
};

function typeList(value: JsonValue): string[] | undefined {
  const types = [value].flat().filter((type) => typeof type === 'string' && TYPES.includes(type));
  return types.length > 0 ? [...new Set(types.map(String))] : undefined;
}

function nameList(value: JsonValue): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return [...new Set(value.filter((name) => typeof name === 'string'))];
}

/** `items: [a, b]` is how earlier drafts wrote `prefixItems`. */
function asTuple(
  items: JsonValue[],
  rest: JsonValue | undefined,
  lowered: Record<string, unknown>,
  lower: (schema: Schema) => LoweredSchema,
) {
  const schemas = items.filter(isSchema);
  if (schemas.length > 0) lowered['prefixItems'] = schemas.map(lower);
  if (isSchema(rest)) lowered['items'] = lower(rest);
}

/** Strings that stand for bytes: base64 or a data URL. */
export function isFileSchema(schema: JsonObject): boolean {
  const format = own(schema, 'format');
  const encoding = own(schema, 'contentEncoding');
  return (
    format === 'binary' ||
    format === 'byte' ||
    (typeof encoding === 'string' && /^base64(?:url)?$/i.test(encoding))
  );
}

/** The lengths of a file are those of its bytes, and its pattern is not that of the text which carries it. */
function asFile(schema: JsonObject, lowered: Record<string, unknown>, checks: Check[]) {
  const least = count(own(schema, 'minLength') ?? null) ?? 0;
  const most = count(own(schema, 'maxLength') ?? null) ?? Number.POSITIVE_INFINITY;
  for (const keyword of ['minLength', 'maxLength', 'pattern', 'format']) delete lowered[keyword];
  checks.push((value, pointer) => {
    if (typeof value !== 'string') return [];
    const size = fileTextSize(value);
    if (size === undefined)
      return [{ pointer, detail: 'must be a file, as a data URL or base64', kind: 'other' }];
    if (size < least) return [{ pointer, detail: `must have at least ${least} bytes`, kind: 'other' }];
    return size > most ? [{ pointer, detail: `must have at most ${most} bytes`, kind: 'other' }] : [];
  });
}

/** Ajv compares every item with every other: a list of 100,000 objects would take minutes. */
function uniqueItems(value: JsonValue, pointer: string): ReturnType<Check> {
  if (!Array.isArray(value) || new Set(value.map(canonicalJson)).size === value.length) return [];
  return [{ pointer, detail: 'must not hold the same item twice', kind: 'other' }];
}

function inTurn(checks: Check[]): Check {
  const [only] = checks;
  if (checks.length === 1 && only) return only;
  return (value, pointer) => checks.flatMap((check) => check(value, pointer));
}

/** A schema that refers back to itself for the same value asks nothing new the second time. */
function onceInPlace(check: Check): Check {
  const active = new Set<string>();
  return (value, pointer) => {
    if (active.has(pointer)) return [];
    active.add(pointer);
    try {
      return check(value, pointer);
    } finally {
      active.delete(pointer);
    }
  };
}

function hasManyMembers(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > MAX_COMPILED_PROPERTIES;
}

function saysUnevaluated(schema: Schema): boolean {
  return /"unevaluated(?:Items|Properties)":/.test(JSON.stringify(schema));
}
