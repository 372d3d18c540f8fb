import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import type { Schema } from '../../lib/operation.ts';
import type { Loss } from './loss.ts';
import { childPointer, member } from './pointer.ts';
import { repairBounds, repairNumber } from './schema-bounds.ts';
import { coerced, fitsTypes, readType, type TypeName } from './schema-type.ts';
import type { SourceDocument } from './source-document.ts';
import { usablePattern } from './usable-pattern.ts';

/** A schema in the words of 2020-12, its references rewritten to names, and what it took to make it so. */
export interface ConvertedSchema {
  schema: Schema;
  /** Names of the definitions that it refers to. */
  names: Set<string>;
  /** References that are tried on the very value that this schema is tried on: a loop of these would never end. */
  inPlace: InPlaceReference[];
  losses: Loss[];
  /** Whether vendor extensions were left out. */
  extensions: boolean;
}

export interface InPlaceReference {
  node: JsonObject;
  name: string;
}

/** What a conversion asks of the document that it works for. */
export interface SchemaContext {
  document: SourceDocument;
  /** The local name of the schema at a pointer. */
  nameFor(pointer: string): string;
  /** Counts one more schema; throws when the document has used up its share. */
  spend(): void;
}

export function convertSchema(
  raw: JsonValue | undefined,
  pointer: string,
  context: SchemaContext,
): ConvertedSchema {
  const conversion = new Conversion(context);
  const schema = conversion.convert(raw, pointer, { inPlace: true, standsAlone: true });
  return { schema, ...conversion.collected() };
}

interface Place {
  /** Whether the schema sees the same value as the root of this conversion. */
  inPlace: boolean;
  /** Whether it describes a value by itself; a branch of `allOf` and its like does not. */
  standsAlone: boolean;
}

/** Says a thing of the value's own members: a new value, described alone. */
const WITHIN: Place = { inPlace: false, standsAlone: true };

const NUMBERS = new Set(['multipleOf', 'maximum', 'minimum']);
const COUNTS = new Set([
  'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties', 'maxContains', 'minContains',
]); // biome-ignore format: a list of words
const TEXTS = new Set(['title', 'description', '$comment', 'format', 'contentEncoding', 'contentMediaType']);
const FLAGS = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']);
const SCHEMAS = new Set([
  'contains', 'propertyNames', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema',
]); // biome-ignore format: a list of words
const SCHEMAS_IN_PLACE = new Set(['not', 'if', 'then', 'else']);
const LISTS_IN_PLACE = new Set(['allOf', 'anyOf', 'oneOf']);
/** Keywords that name places or dialects: references are rewritten, so nothing needs them. */
const NAMING = new Set([
  '$id', 'id', '$schema', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary', '$defs', 'definitions', 'components',
]); // biome-ignore format: a list of words
/** Read together with others, after the rest. */
const TOGETHER = new Set([
  'type', 'enum', 'const', 'default', 'example', 'examples', 'nullable', 'x-nullable', 'required', 'items', 'prefixItems',
  'additionalItems', 'exclusiveMinimum', 'exclusiveMaximum', 'discriminator', '$ref', '$dynamicRef', '$recursiveRef',
  'collectionFormat', 'allowEmptyValue',
]); // biome-ignore format: a list of words
/** What a `$ref` may have beside it in OpenAPI 2.0 and 3.0 without saying anything about values. */
const BESIDE_REFERENCE = new Set(['title', 'description', 'deprecated', 'readOnly', 'writeOnly', '$comment']);

class Conversion {
  private readonly names = new Set<string>();
  private readonly inPlace: InPlaceReference[] = [];
  private readonly losses: Loss[] = [];
  private extensions = false;

  constructor(private readonly context: SchemaContext) {}

  collected(): Omit<ConvertedSchema, 'schema'> {
    return { names: this.names, inPlace: this.inPlace, losses: this.losses, extensions: this.extensions };
  }

  convert(raw: JsonValue | undefined, pointer: string, place: Place): Schema {
    this.context.spend();
    if (typeof raw === 'boolean') return raw;
    if (typeof raw === 'string') return this.shorthand(raw, pointer);
    if (!isJsonObject(raw)) {
      this.lose(pointer, 'This is no schema; any value is taken.');
      return {};
    }
    const out: JsonObject = {};
    const referenced = this.reference(raw, out, pointer, place);
    if (referenced && this.context.document.dialect !== '3.1') return this.besideReference(raw, out, pointer);
    for (const [keyword, value] of Object.entries(raw)) this.keyword(keyword, value, out, pointer, place);
    this.values(raw, out, pointer, place);
    return this.withNull(raw, out, pointer);
  }

  /** `name: string` where a schema is due. */
  private shorthand(word: string, pointer: string): Schema {
    const { types, format } = readType(word);
    this.lose(pointer, `"${word.slice(0, 80)}" stands where a schema is due; it is taken as a type.`);
    const [type] = types;
    return type === undefined ? {} : { type, ...(format === undefined ? {} : { format }) };
  }

  private reference(raw: JsonObject, out: JsonObject, pointer: string, place: Place): boolean {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = member(raw, keyword);
      if (reference === undefined) continue;
      const at = childPointer(pointer, keyword);
      if (typeof reference !== 'string') {
        this.lose(at, 'The reference is not text; it is left out.');
        continue;
      }
      if (keyword === '$dynamicRef')
        this.lose(at, 'The dynamic reference is resolved once, where it stands.');
      const located = this.context.document.locate(reference, pointer);
      if (!located.ok) {
        this.lose(at, `The reference cannot be followed: ${located.problem}. Any value is taken.`);
      } else if (!isJsonObject(located.value) && typeof located.value !== 'boolean') {
        this.lose(
          at,
          `The reference "${reference.slice(0, 160)}" does not lead to a schema. Any value is taken.`,
        );
      } else {
        if (located.note !== undefined) this.lose(at, located.note);
        const name = this.context.nameFor(located.pointer);
        this.names.add(name);
        out['$ref'] = `#/$defs/${name}`;
        if (place.inPlace) this.inPlace.push({ node: out, name });
      }
      return true;
    }
    return false;
  }

  /** OpenAPI 2.0 and 3.0 ignore what stands beside a reference; words about it do no harm. */
  private besideReference(raw: JsonObject, out: JsonObject, pointer: string): Schema {
    const ignored: string[] = [];
    for (const [keyword, value] of Object.entries(raw)) {
      if (BESIDE_REFERENCE.has(keyword)) this.keyword(keyword, value, out, pointer, WITHIN);
      else if (keyword.startsWith('x-')) this.extensions = true;
      else if (keyword !== '$ref' && keyword !== 'example') ignored.push(keyword);
    }
    if (ignored.length > 0) {
      const version = this.context.document.version;
      this.lose(
        pointer,
        `Beside a $ref, OpenAPI ${version} ignores ${ignored.join(', ')}; so does the import.`,
      );
    }
    return out;
  }

  private keyword(keyword: string, value: JsonValue, out: JsonObject, pointer: string, place: Place): void {
    const at = childPointer(pointer, keyword);
    const within: Place = { inPlace: place.inPlace, standsAlone: false };
    if (TOGETHER.has(keyword) || NAMING.has(keyword)) return;
    if (TEXTS.has(keyword)) this.text(keyword, value, out, at);
    else if (NUMBERS.has(keyword) || COUNTS.has(keyword)) {
      const number = repairNumber(value, keyword, COUNTS.has(keyword));
      if (number === undefined)
        this.lose(at, `${JSON.stringify(value)} is no value for ${keyword}; it is left out.`);
      else out[keyword] = number;
    } else if (FLAGS.has(keyword)) {
      if (value === true || value === 'true') out[keyword] = true;
    } else if (SCHEMAS.has(keyword)) this.subschema(keyword, value, out, at, WITHIN);
    else if (SCHEMAS_IN_PLACE.has(keyword)) this.subschema(keyword, value, out, at, within);
    else if (LISTS_IN_PLACE.has(keyword)) this.list(keyword, value, out, at, within);
    else if (keyword === 'properties') this.properties(value, out, at);
    else if (keyword === 'patternProperties') this.patternProperties(value, out, at);
    else if (keyword === 'pattern') this.pattern(value, out, at);
    else if (keyword === 'dependentRequired') this.dependentRequired(value, out, at);
    else if (keyword === 'dependentSchemas' || keyword === 'dependencies')
      this.dependencies(value, out, at, within);
    else if (keyword === 'xml' && isJsonObject(value)) out['xml'] = value;
    else if (keyword.startsWith('x-') || keyword === 'externalDocs' || keyword === 'xml')
      this.extensions = true;
    else this.lose(at, `"${keyword.slice(0, 60)}" is no keyword of a schema; it is left out.`);
  }

  private text(keyword: string, value: JsonValue, out: JsonObject, at: string): void {
    if (typeof value === 'string') out[keyword] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') out[keyword] = String(value);
    else if (value !== null) this.lose(at, `${keyword} is not text; it is left out.`);
  }

  private subschema(keyword: string, value: JsonValue, out: JsonObject, at: string, place: Place): void {
    if (value === null || Array.isArray(value)) this.lose(at, `${keyword} is no schema; it is left out.`);
    else if (value === 'true' || value === 'false') out[keyword] = value === 'true';
    else out[keyword] = this.convert(value, at, place);
  }

  private list(keyword: string, value: JsonValue, out: JsonObject, at: string, place: Place): void {
    const branches = Array.isArray(value) ? value : isJsonObject(value) ? [value] : [];
    if (!Array.isArray(value))
      this.lose(
        at,
        `${keyword} is not a list of schemas; ${branches.length ? 'it is taken as one schema' : 'it is left out'}.`,
      );
    const schemas = branches.map((branch, index) => this.convert(branch, childPointer(at, index), place));
    if (schemas.length > 0) out[keyword] = schemas;
    else if (Array.isArray(value)) this.lose(at, `${keyword} is empty; it is left out.`);
  }

  private properties(value: JsonValue, out: JsonObject, at: string): void {
    if (!isJsonObject(value)) {
      this.lose(at, 'properties is not an object of schemas; it is left out.');
      return;
    }
    const properties: JsonObject = {};
    for (const [name, schema] of Object.entries(value)) {
      const where = childPointer(at, name);
      if (name === '$ref' && typeof schema === 'string') {
        this.lose(where, 'A reference cannot stand for a list of properties; it is left out.');
      } else properties[name] = this.convert(schema, where, WITHIN);
    }
    out['properties'] = properties;
  }

  private patternProperties(value: JsonValue, out: JsonObject, at: string): void {
    const properties: JsonObject = {};
    for (const [pattern, schema] of Object.entries(isJsonObject(value) ? value : {})) {
      const usable = usablePattern(pattern);
      if (usable === undefined) this.lose(childPointer(at, pattern), unusable(pattern));
      else properties[usable.pattern] = this.convert(schema, childPointer(at, pattern), WITHIN);
    }
    if (Object.keys(properties).length > 0) out['patternProperties'] = properties;
  }

  private pattern(value: JsonValue, out: JsonObject, at: string): void {
    const usable = typeof value === 'string' ? usablePattern(value) : undefined;
    if (usable === undefined) {
      if (value !== null && value !== '') this.lose(at, unusable(String(value)));
      return;
    }
    if (usable.note !== undefined) this.lose(at, usable.note);
    out['pattern'] = usable.pattern;
  }

  private dependentRequired(value: JsonValue, out: JsonObject, at: string): void {
    if (!isJsonObject(value)) {
      this.lose(at, 'dependentRequired is not an object; it is left out.');
      return;
    }
    const result: JsonObject = {};
    for (const [name, others] of Object.entries(value)) {
      if (Array.isArray(others))
        result[name] = [...new Set(others.filter((other) => typeof other === 'string'))];
    }
    out['dependentRequired'] = result;
  }

  private dependencies(value: JsonValue, out: JsonObject, at: string, place: Place): void {
    for (const [name, dependency] of Object.entries(isJsonObject(value) ? value : {})) {
      const keyword = Array.isArray(dependency) ? 'dependentRequired' : 'dependentSchemas';
      const target = isJsonObject(out[keyword]) ? out[keyword] : {};
      target[name] = Array.isArray(dependency)
        ? [...new Set(dependency.filter((other) => typeof other === 'string'))]
        : this.convert(dependency, childPointer(at, name), place);
      out[keyword] = target;
    }
  }

  /** The keywords that only make sense together, once the others are there. */
  private values(raw: JsonObject, out: JsonObject, pointer: string, place: Place): void {
    this.items(raw, out, pointer);
    this.required(raw, out, pointer);
    this.discriminator(raw, out, pointer);
    const repairs = repairBounds(raw, out);
    for (const { keyword, what } of repairs) this.lose(childPointer(pointer, keyword), what);
    const types = this.type(raw, out, pointer, place);
    this.enumeration(raw, out, pointer, types);
    this.annotations(raw, out, pointer);
  }

  private items(raw: JsonObject, out: JsonObject, pointer: string): void {
    const items = member(raw, 'items');
    const tuple = Array.isArray(items) ? items : member(raw, 'prefixItems');
    const rest = Array.isArray(items) ? member(raw, 'additionalItems') : items;
    if (Array.isArray(tuple) && tuple.length > 0) {
      const at = childPointer(pointer, Array.isArray(items) ? 'items' : 'prefixItems');
      out['prefixItems'] = tuple.map((item, index) => this.convert(item, childPointer(at, index), WITHIN));
    }
    if (rest === null) this.lose(childPointer(pointer, 'items'), 'items is empty; any item is taken.');
    else if (rest !== undefined && !Array.isArray(rest)) {
      out['items'] = this.convert(
        rest,
        childPointer(pointer, Array.isArray(items) ? 'additionalItems' : 'items'),
        WITHIN,
      );
    }
  }

  /** Gathers the names of a list, of the old `required: true` on a property, and of text where a list is due. */
  private required(raw: JsonObject, out: JsonObject, pointer: string): void {
    const own = member(raw, 'required');
    const names = new Set<string>();
    if (Array.isArray(own)) for (const name of own) if (typeof name === 'string') names.add(name);
    if (typeof own === 'string' && own !== 'true' && own !== 'false') {
      names.add(own);
      this.lose(
        childPointer(pointer, 'required'),
        `required is not a list; it is taken as ["${own.slice(0, 60)}"].`,
      );
    }
    const properties = member(raw, 'properties');
    for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) {
      if (member(schema, 'required') !== true) continue;
      names.add(name);
      this.lose(
        childPointer(pointer, 'properties', name, 'required'),
        'required: true is moved to the list of the object.',
      );
    }
    this.withoutImpossible(names, out, pointer);
    if (names.size > 0) out['required'] = [...names];
  }

  /** A closed object cannot hold what it does not list. */
  private withoutImpossible(names: Set<string>, out: JsonObject, pointer: string): void {
    const { properties, patternProperties } = out;
    if (out['additionalProperties'] !== false || patternProperties !== undefined) return;
    for (const name of names) {
      if (isJsonObject(properties) && Object.hasOwn(properties, name)) continue;
      names.delete(name);
      this.lose(
        childPointer(pointer, 'required'),
        `"${name}" is required of an object that does not allow it; it is no longer required.`,
      );
    }
  }

  private discriminator(raw: JsonObject, out: JsonObject, pointer: string): void {
    const value = member(raw, 'discriminator');
    if (value === undefined) return;
    const at = childPointer(pointer, 'discriminator');
    const propertyName = typeof value === 'string' ? value : member(value, 'propertyName');
    if (typeof propertyName !== 'string') {
      this.lose(at, 'The discriminator names no property; it is left out.');
      return;
    }
    const branches = [out['oneOf'], out['anyOf']].flatMap((list) => (Array.isArray(list) ? list : []));
    const offered = new Set(branches.flatMap((branch) => (isJsonObject(branch) ? [branch['$ref']] : [])));
    const mapping: JsonObject = {};
    for (const [key, target] of Object.entries(this.mapping(value))) {
      const located = typeof target === 'string' ? this.context.document.locate(target, pointer) : undefined;
      const reference = located?.ok ? `#/$defs/${this.context.nameFor(located.pointer)}` : undefined;
      if (reference !== undefined && offered.has(reference)) mapping[key] = reference;
      else
        this.lose(
          childPointer(at, 'mapping', key),
          `The subtype "${key}" is not among the alternatives offered here.`,
        );
    }
    out['discriminator'] = { propertyName, ...(Object.keys(mapping).length > 0 ? { mapping } : {}) };
  }

  private mapping(discriminator: JsonValue): JsonObject {
    const mapping = member(discriminator, 'mapping');
    return isJsonObject(mapping) ? mapping : {};
  }

  private type(raw: JsonObject, out: JsonObject, pointer: string, place: Place): TypeName[] {
    const value = member(raw, 'type');
    const at = childPointer(pointer, 'type');
    if (value === undefined || value === null) return this.impliedType(raw, out, pointer, place);
    const { types, format, repaired } = readType(value);
    if (repaired.length > 0 && repaired.join() !== 'file') {
      const becomes = types.length > 0 ? types.join(' or ') : 'any type';
      this.lose(
        at,
        `type ${repaired.map((name) => `"${name.slice(0, 60)}"`).join(', ')} is taken as ${becomes}.`,
      );
    } else if (Array.isArray(value) && this.context.document.dialect !== '3.1') {
      this.lose(at, `OpenAPI ${this.context.document.version} has no lists of types; it is taken as in 3.1.`);
    }
    if (format !== undefined && (out['format'] === undefined || repaired.includes('file')))
      out['format'] = format;
    if (types.length > 0) out['type'] = types.length === 1 && types[0] !== undefined ? types[0] : types;
    if (types.length === 1 && types[0] === 'object' && out['items'] !== undefined) {
      delete out['items'];
      this.lose(childPointer(pointer, 'items'), 'An object has no items; they are left out.');
    }
    return types;
  }

  /** A schema that lists properties and names no type is meant as an object. */
  private impliedType(raw: JsonObject, out: JsonObject, pointer: string, place: Place): TypeName[] {
    const silent = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'enum', 'const'].every(
      (key) => out[key] === undefined && member(raw, key) === undefined,
    );
    if (!place.standsAlone || !silent) return [];
    const implied =
      out['properties'] !== undefined ? 'object' : out['items'] !== undefined ? 'array' : undefined;
    if (implied === undefined) return [];
    out['type'] = implied;
    this.lose(pointer, `The schema names no type; it is taken as an ${implied}.`);
    return [implied];
  }

  private enumeration(raw: JsonObject, out: JsonObject, pointer: string, types: TypeName[]): void {
    const constant = member(raw, 'const');
    if (constant !== undefined) out['const'] = constant;
    const value = member(raw, 'enum');
    if (value === undefined) return;
    const at = childPointer(pointer, 'enum');
    const listed = Array.isArray(value)
      ? value
      : isJsonObject(value)
        ? Object.values(value)
        : value === null
          ? []
          : [value];
    if (!Array.isArray(value))
      this.lose(
        at,
        `enum is not a list; ${listed.length ? 'its values are taken as one' : 'it is left out'}.`,
      );
    else if (listed.length === 0) this.lose(at, 'enum is empty; it is left out.');
    const unique = distinct(listed);
    if (unique.length === 0) return;
    const wrong = unique.filter((item) => item !== null && !fitsTypes(item, types));
    if (wrong.length === 0) {
      out['enum'] = unique;
      return;
    }
    const repaired = unique.map((item) => coerced(item, types) ?? item);
    out['enum'] = distinct(repaired);
    if (repaired.some((item) => fitsTypes(item, types))) {
      this.lose(
        at,
        `Values of enum that are not of the schema's type (${brief(wrong)}) are converted where they can be.`,
      );
    } else {
      delete out['type'];
      this.lose(childPointer(pointer, 'type'), `No value of enum is of this type; the type is left out.`);
    }
  }

  private annotations(raw: JsonObject, out: JsonObject, pointer: string): void {
    const declared = member(raw, 'nullable') === true || member(raw, 'x-nullable') === true;
    const { types } = readType(out['type'] ?? 'any');
    const allowed: TypeName[] = types.length > 0 && declared ? [...types, 'null'] : types;
    const given = member(raw, 'default');
    if (given !== undefined) {
      const value = this.checked(given, out, allowed);
      if (value !== undefined) out['default'] = value;
      else if (given !== null)
        this.lose(
          childPointer(pointer, 'default'),
          `The default ${brief([given])} does not fit its schema; it is left out.`,
        );
    }
    const examples = exampleList(raw);
    if (examples === undefined) return;
    const fitting = examples.flatMap((example) => {
      const value = this.checked(example, out, allowed);
      return value === undefined ? [] : [value];
    });
    if (fitting.length > 0) out['examples'] = fitting;
    if (fitting.length < examples.length) {
      const wrong = examples.filter((example) => this.checked(example, out, allowed) === undefined);
      this.lose(pointer, `The example ${brief(wrong)} does not fit its schema; it is left out.`);
    }
  }

  /** A given value, in the schema's type; undefined where it does not fit the type or the list of values. */
  private checked(value: JsonValue, out: JsonObject, types: TypeName[]): JsonValue | undefined {
    const fitting = coerced(value, types);
    const listed = out['enum'];
    if (fitting === undefined || !Array.isArray(listed)) return fitting;
    const text = JSON.stringify(fitting);
    return listed.some((item) => JSON.stringify(item) === text) ||
      (fitting === null && types.includes('null'))
      ? fitting
      : undefined;
  }

  /** `nullable` and `x-nullable` in the words of 2020-12. */
  private withNull(raw: JsonObject, out: JsonObject, pointer: string): Schema {
    const nullable = [member(raw, 'nullable'), member(raw, 'x-nullable')].some(
      (flag) => flag === true || flag === 'true',
    );
    if (!nullable) return out;
    if (this.context.document.dialect === '3.1' && member(raw, 'nullable') !== undefined) {
      this.lose(childPointer(pointer, 'nullable'), 'OpenAPI 3.1 has no nullable; it is taken as in 3.0.');
    }
    const listed = out['enum'];
    if (Array.isArray(listed) && !listed.includes(null)) out['enum'] = [...listed, null];
    const type = out['type'];
    if (typeof type === 'string' && type !== 'null') out['type'] = [type, 'null'];
    else if (Array.isArray(type) && !type.includes('null')) out['type'] = [...type, 'null'];
    const outward = ['title', 'description', 'deprecated', 'readOnly', 'writeOnly', 'default', 'examples'];
    const constrains = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const', 'if'].some(
      (key) => out[key] !== undefined,
    );
    if (!constrains) return out;
    const wrapper: JsonObject = {};
    for (const key of outward) {
      const value = out[key];
      if (value === undefined) continue;
      wrapper[key] = value;
      delete out[key];
    }
    return { ...wrapper, anyOf: [out, { type: 'null' }] };
  }

  private lose(pointer: string, what: string): void {
    this.losses.push({ pointer, what });
  }
}

function exampleList(raw: JsonObject): JsonValue[] | undefined {
  const examples = member(raw, 'examples');
  const example = member(raw, 'example');
  const listed = Array.isArray(examples) ? examples : [];
  const all = example === undefined ? listed : [example, ...listed];
  return all.length > 0 ? all : undefined;
}

function distinct(values: JsonValue[]): JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function brief(values: JsonValue[]): string {
  const text = values
    .slice(0, 3)
    .map((value) => JSON.stringify(value))
    .join(', ');
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function unusable(pattern: string): string {
  return `The pattern ${JSON.stringify(pattern.slice(0, 120))} cannot run in linear time; it is left out.`;
}
