import { isJsonObject, type JsonValue } from '../json/json.ts';
import type { SchemaPattern } from './schema-pattern.ts';
import type { Schema } from '../operation/operation.ts';
import type { TextFormat } from './formats/text-format.ts';
import { readKeywords } from './read-keywords.ts';
import type { SchemaGraph, Scope } from './schema-graph.ts';

/**
 * One schema, its keywords parsed: one of a wrong form says nothing. It is read when somebody first visits it; its
 * neighbours are nodes that are not read yet.
 */
export class SchemaNode {
  /** A boolean schema. */
  always: boolean | undefined = undefined;
  /** The types it allows, as bits of `typeBits`; 0 where it allows all. */
  types = 0;
  typeNames: string[] = [];
  choices: Choices | undefined = undefined;
  constant: Choices | undefined = undefined;
  number: NumberRules | undefined = undefined;
  text: TextRules | undefined = undefined;
  list: ListRules | undefined = undefined;
  object: ObjectRules | undefined = undefined;
  /** Schemas that look at the same value. */
  inPlace: InPlaceRules | undefined = undefined;
  unevaluatedItems: SchemaNode | undefined = undefined;
  unevaluatedProperties: SchemaNode | undefined = undefined;
  /** Whether several nodes lead to this one: a walk may come here again with the same value. */
  isShared = false;
  isRead = false;
  private loops: boolean | undefined = undefined;

  constructor(
    readonly graph: SchemaGraph,
    readonly schema: Schema,
    readonly scope: Scope,
  ) {}

  /** Parses the keywords, once. */
  read(): this {
    if (this.isRead) return this;
    this.isRead = true;
    if (isJsonObject(this.schema)) readKeywords(this, this.schema);
    else this.always = this.schema;
    return this;
  }

  /** The reference that the schema has, as it is written. */
  get reference(): string | undefined {
    const reference = isJsonObject(this.schema) ? this.schema['$ref'] : undefined;
    return typeof reference === 'string' ? reference : undefined;
  }

  /** Whether it comes back to itself without stepping into the value: followed naively, it never ends. */
  get isLoop(): boolean {
    this.loops ??= comesBack(this);
    return this.loops;
  }
}

/** So long a way is not followed to its end: taking it for a loop costs a little time, and no correctness. */
const MAX_NODES_FOLLOWED = 200;

function comesBack(start: SchemaNode): boolean {
  const seen = new Set<SchemaNode>([start]);
  for (const node of seen) {
    for (const next of nodesInPlace(node.read())) {
      if (next === start || seen.size > MAX_NODES_FOLLOWED) return true;
      seen.add(next);
    }
  }
  return false;
}

function* nodesInPlace({ inPlace, object }: SchemaNode): Iterable<SchemaNode> {
  for (const [, dependent] of object?.dependentSchemas ?? []) yield dependent;
  if (!inPlace) return;
  const { references, allOf, anyOf, oneOf, not, condition } = inPlace;
  yield* references;
  yield* allOf;
  yield* anyOf?.branches ?? [];
  yield* oneOf?.branches ?? [];
  if (not) yield not;
  if (!condition) return;
  yield condition.if;
  if (condition.then) yield condition.then;
  if (condition.else) yield condition.else;
}

/** Values of `enum` or `const`. */
export interface Choices {
  values: JsonValue[];
  scalars: Set<JsonValue>;
  /** Lists and objects, which are compared part by part. */
  structures: JsonValue[];
}

export interface NumberRules {
  minimum: number;
  maximum: number;
  exclusiveMinimum: number;
  exclusiveMaximum: number;
  multipleOf: number | undefined;
  format: 'int32' | 'int64' | undefined;
}

export interface TextRules {
  minLength: number;
  maxLength: number;
  pattern: SchemaPattern | undefined;
  format: TextFormat | undefined;
  /** The text stands for bytes: its lengths are theirs. */
  isFile: boolean;
}

export interface ListRules {
  minItems: number;
  maxItems: number;
  isUnique: boolean;
  prefix: SchemaNode[];
  rest: SchemaNode | undefined;
  contains: SchemaNode | undefined;
  minContains: number;
  maxContains: number | undefined;
}

export interface ObjectRules {
  minProperties: number;
  maxProperties: number;
  required: string[];
  /** The names of `required` that `properties` lacks. */
  requiredBesides: string[];
  names: SchemaNode | undefined;
  properties: Map<string, SchemaNode>;
  /** The same as a list: walking it is faster. */
  members: Member[];
  patterns: [SchemaPattern, SchemaNode][];
  additional: SchemaNode | undefined;
  dependentRequired: Dependents | undefined;
  dependentSchemas: [string, SchemaNode][];
  /** Whether every member of a value has to be looked at, and not only those that `properties` names. */
  eachKey: boolean;
}

export interface Member {
  name: string;
  node: SchemaNode;
  /** Every object has something by that name, and few have it as a member. */
  isInherited: boolean;
  isRequired: boolean;
}

export interface Dependents {
  byName: Map<string, string[]>;
  /** All names that any of them makes necessary. */
  all: string[];
}

export interface InPlaceRules {
  references: SchemaNode[];
  not: SchemaNode | undefined;
  allOf: SchemaNode[];
  anyOf: Union | undefined;
  oneOf: Union | undefined;
  condition: Condition | undefined;
}

export interface Union {
  branches: SchemaNode[];
  discriminator: { property: string; mapping: Map<string, string> } | undefined;
}

export interface Condition {
  if: SchemaNode;
  then: SchemaNode | undefined;
  else: SchemaNode | undefined;
}

export const TYPE_BITS = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 8,
  string: 16,
  array: 32,
  object: 64,
} as const satisfies Record<string, number>;

/** The bits of all types that a value is of. */
export function typeBits(value: JsonValue): number {
  if (typeof value === 'string') return TYPE_BITS.string;
  if (typeof value === 'number')
    return Number.isInteger(value) ? TYPE_BITS.number | TYPE_BITS.integer : TYPE_BITS.number;
  if (typeof value === 'boolean') return TYPE_BITS.boolean;
  if (value === null) return TYPE_BITS.null;
  return Array.isArray(value) ? TYPE_BITS.array : TYPE_BITS.object;
}
