import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { branchTags, discriminatorOf } from '../schema/discriminator.ts';
import type { Schema } from '../operation/operation.ts';
import { type Defs, own } from '../schema/schema-references.ts';
import { type FlatSchema, flatSchema, MAX_PARTS } from './flat-schema.ts';
import { sampleNumber } from './sample-number.ts';
import { samplePattern } from './sample-pattern.ts';
import { sampleString } from './sample-string.ts';
import { asSchema } from '../schema/subschemas.ts';
import { memberSchemas, satisfies, trialWork } from './satisfies.ts';

/**
 * How much a sample shows: `minimal` is what is required, and nothing that the schema gives as an example; `typical`
 * also has the members that come with examples; `full` has every member near the surface.
 */
export type SampleExtent = 'minimal' | 'typical' | 'full';

/**
 * A value that satisfies the schema, the same for the same schema; undefined where none is found. It takes what the
 * schema itself offers (const, example, default, the first of an enum) before it makes something up.
 */
export function sampleSchema(
  schema: Schema,
  defs: Defs = {},
  extent: SampleExtent = 'typical',
  budget: SampleBudget = { steps: 2 * MAX_STEPS },
): JsonValue | undefined {
  for (const tried of new Set<SampleExtent>([extent, 'minimal'])) {
    const most = Math.max(LEAST_STEPS, Math.min(MAX_STEPS, budget.steps));
    const sampler = new Sampler(defs, tried, most);
    const value = sampler.sample(schema, [], 0);
    budget.steps -= sampler.steps;
    if (value !== undefined && satisfies(schema, value, defs)) return value;
  }
  return undefined;
}

/** Schemas that one sample may read, again and again: enough for a form of some thousands of fields. */
const MAX_STEPS = 12_000;
/** What is left to each sample once a shared budget is spent: enough for a plain one. */
const LEAST_STEPS = 200;

/** What many samples share, such as those of one document. */
export interface SampleBudget {
  steps: number;
}

/** Beyond this depth only what is required is made, and then nothing. */
const FULL_DEPTH = 4;
const MAX_DEPTH = 40;
/** Times that one definition may stand inside itself. */
const MAX_RECURSION = 2;
const MAX_ITEMS = 1000;
const MAX_MEMBERS = 1000;
const MAX_ALTERNATIVES = 24;

class Sampler {
  steps = 0;
  /** What all of its values may cost to be tried. */
  private readonly work = trialWork();

  constructor(
    private readonly defs: Defs,
    private readonly extent: SampleExtent,
    private readonly mostSteps: number,
  ) {}

  /** `path` names the definitions that are being sampled around this one; `variant` asks for a different value. */
  sample(schema: JsonValue, path: string[], variant: number): JsonValue | undefined {
    if (path.length > MAX_DEPTH) return undefined;
    const flat = this.flat(schema);
    if (flat === undefined) return undefined;
    const names = [...flat.names];
    if (names.some((name) => path.filter((one) => one === name).length >= MAX_RECURSION)) return undefined;
    return this.sampleFlat(flat, asSchema(schema), [...path, ...(names.length > 0 ? names : [''])], variant);
  }

  private flat(schema: JsonValue): FlatSchema | undefined {
    if (this.steps > this.mostSteps) return undefined;
    const flat = flatSchema(schema, this.defs);
    this.steps += flat?.work ?? MAX_PARTS;
    return flat;
  }

  private sampleFlat(
    flat: FlatSchema,
    whole: Schema,
    path: string[],
    variant: number,
  ): JsonValue | undefined {
    const offered = this.fitting(whole, this.offered(flat.keywords), variant);
    if (offered !== undefined) return offered;
    if (own(flat.keywords, 'const') !== undefined || Array.isArray(own(flat.keywords, 'enum')))
      return undefined;
    const [list, ...rest] = flat.alternatives;
    if (list !== undefined) return this.sampleAlternatives(flat, list, rest, whole, path, variant);
    for (const type of typesOf(flat.keywords)) {
      for (let attempt = variant; attempt < variant + 4; attempt += 1) {
        const value = this.ofType(type, flat.keywords, path, attempt);
        if (value === undefined) break;
        if (!isHard(flat.keywords) || this.fits(whole, value)) return value;
      }
    }
    return undefined;
  }

  private fits(schema: Schema, value: JsonValue): boolean {
    return satisfies(schema, value, this.defs, this.work);
  }

  /** Of the values that fit, the one at the index. */
  private fitting(schema: Schema, values: JsonValue[], index: number): JsonValue | undefined {
    let found = 0;
    for (const value of values) {
      if (!this.fits(schema, value)) continue;
      if (found === index) return value;
      found += 1;
    }
    return undefined;
  }

  /** What the schema gives as a value, best first. */
  private offered(keywords: JsonObject): JsonValue[] {
    const constant = own(keywords, 'const');
    if (constant !== undefined) return [constant];
    const listed = own(keywords, 'enum');
    const examples = own(keywords, 'examples');
    const given = own(keywords, 'default');
    return [
      ...(Array.isArray(examples) && this.extent !== 'minimal' ? examples.slice(0, 5) : []),
      ...(given === undefined || given === null || this.extent === 'minimal' ? [] : [given]),
      ...(Array.isArray(listed) ? listed.slice(0, 200) : []),
    ];
  }

  private sampleAlternatives(
    flat: FlatSchema,
    list: JsonValue[],
    rest: JsonValue[][],
    whole: Schema,
    path: string[],
    variant: number,
  ): JsonValue | undefined {
    const nulls = list.filter((branch) => isJsonObject(branch) && branch['type'] === 'null');
    const ordered = [...list.filter((branch) => !nulls.includes(branch)), ...nulls];
    for (const branch of ordered.slice(0, MAX_ALTERNATIVES)) {
      const joined = this.flat({
        allOf: [flat.keywords, branch, ...rest.map((others) => ({ anyOf: others }))],
      });
      if (joined === undefined) continue;
      const names = [...joined.names];
      if (names.some((name) => path.filter((one) => one === name).length >= MAX_RECURSION)) continue;
      if (path.length + names.length > MAX_DEPTH || this.steps > this.mostSteps) return undefined;
      const discriminated = this.withDiscriminator(whole, branch, joined);
      const value = this.sampleFlat(discriminated, { allOf: [whole] }, [...path, ...names], variant);
      if (value !== undefined && this.fits(whole, value)) return value;
    }
    return undefined;
  }

  /** Gives the discriminating property the value that names the branch. */
  private withDiscriminator(whole: Schema, branch: JsonValue, joined: FlatSchema): FlatSchema {
    const discriminator = isJsonObject(whole) ? discriminatorOf([whole]) : undefined;
    const [value] = discriminator ? branchTags(discriminator, asSchema(branch), this.defs) : [];
    if (!discriminator || value === undefined) return joined;
    const name = discriminator.property;
    const properties = isJsonObject(joined.keywords['properties']) ? joined.keywords['properties'] : {};
    const required = Array.isArray(joined.keywords['required']) ? joined.keywords['required'] : [];
    const present = asSchema(own(properties, name));
    if (!this.fits(present, value)) return joined;
    const keywords = {
      ...joined.keywords,
      properties: { ...properties, [name]: { const: value } },
      required: [...new Set([...required, name])],
    };
    return { ...joined, keywords };
  }

  private ofType(
    type: JsonValue,
    keywords: JsonObject,
    path: string[],
    variant: number,
  ): JsonValue | undefined {
    if (type === 'string') return sampleString(keywords, variant);
    if (type === 'integer' || type === 'number') return sampleNumber(keywords, type === 'integer', variant);
    if (type === 'boolean') return [true, false][variant];
    if (type === 'object') return this.object(keywords, path, variant);
    if (type === 'array') return this.array(keywords, path, variant);
    return variant === 0 ? null : undefined;
  }

  private array(keywords: JsonObject, path: string[], variant: number): JsonValue[] | undefined {
    const least = count(keywords, 'minItems', 0);
    const most = Math.min(count(keywords, 'maxItems', MAX_ITEMS), MAX_ITEMS);
    if (least > most) return undefined;
    const prefix = Array.isArray(keywords['prefixItems']) ? keywords['prefixItems'] : [];
    const items = keywords['items'] ?? true;
    const contains = own(keywords, 'contains');
    const contained = contains === undefined ? 0 : count(keywords, 'minContains', 1);
    const wanted =
      this.extent === 'minimal' || path.length > FULL_DEPTH ? least : Math.max(least, prefix.length, 1);
    const length = Math.min(most, Math.max(wanted, contained, variant > 0 ? least + 1 : 0));
    const isUnique = keywords['uniqueItems'] === true;
    const result: JsonValue[] = [];
    const seen = new Set<string>();
    for (
      let index = 0, attempt = variant;
      index < length && attempt < variant + length * 2 + 2;
      attempt += 1
    ) {
      const schema = index < prefix.length ? (prefix[index] ?? true) : items;
      const joined = index < contained && contains !== undefined ? { allOf: [schema, contains] } : schema;
      const item = this.sample(joined, path, isUnique ? attempt : index === 0 ? variant : 0);
      if (item === undefined) break;
      const text = JSON.stringify(item);
      if (isUnique && seen.has(text)) continue;
      seen.add(text);
      result.push(item);
      index += 1;
    }
    return result.length >= Math.max(least, contained) ? result : undefined;
  }

  private object(keywords: JsonObject, path: string[], variant: number): JsonObject | undefined {
    const result: JsonObject = {};
    const properties = isJsonObject(keywords['properties']) ? keywords['properties'] : {};
    const required = strings(keywords['required']);
    for (const name of required) {
      if (Object.hasOwn(result, name)) continue;
      const value = this.member(keywords, name, path, variant);
      if (value === undefined) return undefined;
      result[name] = value;
    }
    const most = count(keywords, 'maxProperties', Number.POSITIVE_INFINITY);
    const least = count(keywords, 'minProperties', 0);
    if (least > MAX_MEMBERS) return undefined;
    let size = Object.keys(result).length;
    for (const name of Object.keys(properties)) {
      if (size >= most) break;
      if (Object.hasOwn(result, name) || (size >= least && !this.isShown(properties[name] ?? true, path)))
        continue;
      const value = this.member(keywords, name, path, 0);
      if (value === undefined) continue;
      result[name] = value;
      size += 1;
    }
    this.complete(result, keywords, path);
    this.fill(result, keywords, path, least);
    return Object.keys(result).length >= least ? result : undefined;
  }

  /** Whether an optional member is part of the sample. */
  private isShown(schema: JsonValue, path: string[]): boolean {
    if (this.extent === 'minimal' || path.length > FULL_DEPTH || !isJsonObject(schema)) return false;
    if (schema['readOnly'] === true) return false;
    return Array.isArray(schema['examples']) || (this.extent === 'full' && path.length <= FULL_DEPTH / 2);
  }

  /** What members that are there ask for. */
  private complete(result: JsonObject, keywords: JsonObject, path: string[]): void {
    const dependent = keywords['dependentRequired'];
    if (!isJsonObject(dependent)) return;
    const pending = Object.keys(result);
    for (let index = 0; index < pending.length; index += 1) {
      for (const name of strings(own(dependent, pending[index] ?? ''))) {
        if (Object.hasOwn(result, name)) continue;
        const value = this.member(keywords, name, path, 0);
        if (value === undefined) continue;
        result[name] = value;
        pending.push(name);
      }
    }
  }

  /** Further members, named as the schema allows, until there are enough. */
  private fill(result: JsonObject, keywords: JsonObject, path: string[], least: number): void {
    const names = keywords['propertyNames'];
    const patterns = isJsonObject(keywords['patternProperties'])
      ? Object.keys(keywords['patternProperties'])
      : [];
    for (let attempt = 0; Object.keys(result).length < least && attempt < least * 2 + 10; attempt += 1) {
      const byPattern = patterns[0] === undefined ? undefined : samplePattern(patterns[0], 0, 200, attempt);
      const byName =
        names === undefined
          ? `key${attempt + 1}`
          : this.sample({ allOf: [{ type: 'string' }, names] }, path, attempt);
      const name = keywords['additionalProperties'] === false ? byPattern : byName;
      if (typeof name !== 'string' || Object.hasOwn(result, name)) continue;
      const value = this.member(keywords, name, path, 0);
      if (value !== undefined) result[name] = value;
    }
  }

  private member(keywords: JsonObject, name: string, path: string[], variant: number): JsonValue | undefined {
    const [schema, ...more] = memberSchemas(keywords, name);
    return this.sample(
      more.length > 0 ? { allOf: [schema ?? true, ...more] } : (schema ?? true),
      path,
      variant,
    );
  }
}

/** Keywords that a made-up value can miss: it is tried before it is taken. */
function isHard(keywords: JsonObject): boolean {
  return [
    'not',
    'if',
    'contains',
    'dependentSchemas',
    'propertyNames',
    'uniqueItems',
    'unevaluatedProperties',
  ].some((keyword) => keywords[keyword] !== undefined);
}

const IMPLIED: [string, string[]][] = [
  [
    'object',
    ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'contains']],
  ['number', ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum']],
];

/** The types to try, null last. */
function typesOf(keywords: JsonObject): JsonValue[] {
  const type = keywords['type'];
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return [...type].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
  const implied = IMPLIED.filter(([, words]) => words.some((word) => keywords[word] !== undefined)).map(
    ([name]) => name,
  );
  return [...implied, 'string', 'integer', 'object', 'array', 'boolean', 'null'];
}

function count(keywords: JsonObject, keyword: string, otherwise: number): number {
  const value = keywords[keyword];
  return typeof value === 'number' ? value : otherwise;
}

function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
