import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import type { LinearPattern } from './linear-pattern.ts';
import { own, pointerTokens } from './schema-references.ts';

const noKeywords: JsonObject = {};

/**
 * One schema, its keywords parsed: one of a wrong form says nothing. It is read when somebody first visits it; its
 * neighbours are nodes that are not read yet.
 */
export class SchemaNode {
  /** A boolean schema. */
  always: boolean | undefined = undefined;
  /** The types it allows; none where it allows all. */
  typeNames: string[] = [];
  choices: Choices | undefined = undefined;
  constant: Choices | undefined = undefined;
  number: NumberRules | undefined = undefined;
  text: TextRules | undefined = undefined;
  list: ListRules | undefined = undefined;
  object: ObjectRules | undefined = undefined;
  /** Schemas that look at the same value. */
  inPlace: InPlaceRules | undefined = undefined;
  /** A text that the pattern matches, found by the portal for those who fill in a form. */
  patternSample: string | undefined = undefined;
  unevaluatedItems: SchemaNode | undefined = undefined;
  unevaluatedProperties: SchemaNode | undefined = undefined;
  /** Whether several nodes lead to this one: a walk may come here again with the same value. */
  isShared = false;
  isRead = false;
  /** How the validator walks it. */
  plan: WalkPlan | undefined = undefined;
  /** What `flatSchema` made of it; null where no value is valid. */
  flat: FlatSchema | null | undefined = undefined;

  constructor(
    readonly schema: Schema,
    readonly scope: Scope,
  ) {}

  /** Parses the keywords, once. */
  read(): this {
    if (this.isRead) return this;
    this.isRead = true;
    if (isJsonObject(this.schema)) this.scope.read(this, this.schema);
    else this.always = this.schema;
    return this;
  }

  /** The keywords as they are written: what a schema says besides which values are valid is read of them. */
  get keywords(): JsonObject {
    return isJsonObject(this.schema) ? this.schema : noKeywords;
  }

  /** The last name in the reference that the schema has. */
  get referencedName(): string | undefined {
    const reference = own(this.keywords, '$ref');
    if (typeof reference !== 'string') return undefined;
    return pointerTokens(reference.slice(Math.max(0, reference.lastIndexOf('/'))))[0];
  }
}

/** Where a schema is looked at from. What its references mean depends on nothing else. */
export interface Scope {
  /** The node of a schema that stands in the scope. */
  node(schema: Schema): SchemaNode;
  /** The node that a reference leads to, or undefined where it leads out of the document. */
  follow(keyword: '$ref' | '$dynamicRef', reference: string): SchemaNode | undefined;
  /** Fills a node with what its schema says. */
  read(node: SchemaNode, schema: JsonObject): void;
}

/** A schema with its references and `allOf` taken into it. Unions, exceptions and conditions stay beside the rest. */
export class FlatSchema extends SchemaNode {
  /** The schemas that went into it, the outermost first; those of a base not. */
  parts: SchemaNode[] = [];
  /** Those that a reference or an `allOf` led to. */
  inner: SchemaNode[] = [];
  override inPlace: InPlaceRules = { all: [], unions: [], nots: [], conditions: [] };
  override isRead = true;
  /** How many schemas went into it, and how many values of theirs: what it took to make it. */
  work = 0;
}

/** Values of `enum` or `const`. */
export interface Choices {
  values: JsonValue[];
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
  format: string | undefined;
  encoding: string | undefined;
  mediaType: string | undefined;
  /** The text stands for bytes: its lengths are theirs, and neither the pattern nor the format is its own. */
  isFile: boolean;
}

/** A pattern of a schema; the validator compiles it when a text is first held against it. */
export interface SchemaPattern {
  readonly source: string;
  compiled?: LinearPattern;
}

export interface ListRules {
  minItems: number;
  maxItems: number;
  isUnique: boolean;
  prefix: SchemaNode[];
  rest: SchemaNode | undefined;
  contains: Contains[];
}

export interface Contains {
  node: SchemaNode;
  least: number;
  most: number;
}

export interface ObjectRules {
  minProperties: number;
  maxProperties: number;
  required: string[];
  names: SchemaNode | undefined;
  properties: Map<string, SchemaNode>;
  patterns: [SchemaPattern, SchemaNode][];
  additional: SchemaNode | undefined;
  dependentRequired: [string, string[]][];
  dependentSchemas: [string, SchemaNode][];
}

export interface InPlaceRules {
  /** What a value must fit as well: references, then `allOf`. */
  all: SchemaNode[];
  unions: Union[];
  nots: SchemaNode[];
  conditions: Condition[];
}

export interface Union {
  keyword: 'anyOf' | 'oneOf';
  branches: SchemaNode[];
  discriminator: Discriminator | undefined;
}

/** The property by which the branches of a union are told apart. */
export interface Discriminator {
  property: string;
  /** What its values refer to. */
  mapping: [value: string, reference: string][];
}

export interface Condition {
  if: SchemaNode;
  then: SchemaNode | undefined;
  else: SchemaNode | undefined;
}

/** What makes walking a node fast, worked out when the first value comes to it. */
export interface WalkPlan {
  /** The types it allows, as bits of `typeBits`; 0 where it allows all. */
  types: number;
  constant: Lookup | undefined;
  choices: Lookup | undefined;
  object: ObjectPlan | undefined;
  isLoop: boolean | undefined;
}

/** Values of `enum` or `const`. */
export interface Lookup {
  scalars: Set<JsonValue>;
  /** Lists and objects, which are compared part by part. */
  structures: JsonValue[];
}

export interface ObjectPlan {
  members: Member[];
  /** The names of `required` that `properties` lacks. */
  requiredBesides: string[];
  dependents: Dependents | undefined;
  /** Whether every member of a value has to be looked at, and not only those that `properties` names. */
  eachKey: boolean;
}

/** One of `properties`: walking a list of them is faster. */
export interface Member {
  name: string;
  node: SchemaNode;
  /** Every object has something by that name, and few have it as a member. */
  isInherited: boolean;
  isRequired: boolean;
}

/** `dependentRequired` */
export interface Dependents {
  byName: Map<string, string[]>;
  /** All names that any of them makes necessary. */
  all: string[];
}
