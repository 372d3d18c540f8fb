import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Schema } from '../../operation/operation.ts';
import {
  restoreDocumentOrder,
  convertAnnotations,
  convertEnum,
  withNull,
  schemaWords,
} from './schema-values.ts';
import type { Loss } from '../loss.ts';
import { childPointer, member } from '../document/pointer.ts';
import {
  repairBounds,
  repairNumber,
  convertDiscriminator,
  convertDependentRequired,
  convertRequired,
} from './schema-rules.ts';
import * as keywords from './schema-rules.ts';
import { readType, type TypeName, type SchemaWork, unusable, usablePattern } from './schema-type.ts';
import type { SourceDocument } from '../document/source-document.ts';

/** A schema converted to 2020-12, with its references rewritten to names. */
export interface ConvertedSchema {
  schema: Schema;
  /** Names of the definitions that it refers to. */
  names: Set<string>;
  /** References that apply to the same value as this schema. A loop of these would never end. */
  inPlace: InPlaceReference[];
  losses: Loss[];
  extensions: boolean;
}

export interface InPlaceReference {
  node: JsonObject;
  name: string;
}

/** The document, as a conversion needs it. */
export interface SchemaContext {
  document: SourceDocument;
  nameFor(pointer: string): string;
  /** Counts one more schema. Throws when the document exceeds its limit. */
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
  /** Whether the schema applies to the same value as the root of this conversion. */
  inPlace: boolean;
  /** Whether it describes a value by itself. Branches of `allOf` and similar do not. */
  standsAlone: boolean;
}

/** For schemas of members, which describe another value. */
const inside: Place = { inPlace: false, standsAlone: true };

class Conversion {
  readonly #names = new Set<string>();
  readonly #inPlace: InPlaceReference[] = [];
  readonly #losses: Loss[] = [];
  #extensions = false;
  readonly #context: SchemaContext;

  constructor(context: SchemaContext) {
    this.#context = context;
  }

  collected(): Omit<ConvertedSchema, 'schema'> {
    return { names: this.#names, inPlace: this.#inPlace, losses: this.#losses, extensions: this.#extensions };
  }

  convert(raw: JsonValue | undefined, pointer: string, place: Place): Schema {
    this.#context.spend();
    if (typeof raw === 'boolean') return raw;
    if (typeof raw === 'string') return this.#shorthand(raw, pointer);
    if (!isJsonObject(raw)) {
      this.#lose(pointer, 'This is not a schema; any value is allowed.');
      return {};
    }
    const out: JsonObject = {};
    const referenced = this.#reference(raw, out, pointer, place);
    if (referenced && this.#context.document.dialect !== '3.1')
      return this.#besideReference(raw, out, pointer);
    for (const [keyword, value] of Object.entries(raw)) this.#keyword(keyword, value, out, pointer, place);
    this.#values(raw, out, pointer, place);
    restoreDocumentOrder(raw, out);
    return withNull(this.#work(raw, out, pointer), this.#context.document.dialect);
  }

  /** `name: string` in place of a schema. */
  #shorthand(word: string, pointer: string): Schema {
    const { types, format } = readType(word);
    this.#lose(pointer, `"${word.slice(0, 80)}" is in place of a schema; it is read as a type.`);
    const [type] = types;
    return type === undefined ? {} : { type, ...(format === undefined ? {} : { format }) };
  }

  #reference(raw: JsonObject, out: JsonObject, pointer: string, place: Place): boolean {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = member(raw, keyword);
      if (reference === undefined) continue;
      const at = childPointer(pointer, keyword);
      if (typeof reference !== 'string') {
        this.#lose(at, 'The reference is not text; it is left out.');
        continue;
      }
      if (keyword === '$dynamicRef')
        this.#lose(at, 'The dynamic reference is resolved once, at its own place.');
      const located = this.#context.document.locate(reference, pointer);
      if (!located.ok) {
        this.#lose(at, `The reference cannot be followed: ${located.problem}. Any value is allowed.`);
      } else if (!isJsonObject(located.value) && typeof located.value !== 'boolean') {
        this.#lose(
          at,
          `The reference "${reference.slice(0, 160)}" does not lead to a schema. Any value is allowed.`,
        );
      } else {
        if (located.note !== undefined) this.#lose(at, located.note);
        const name = this.#context.nameFor(located.pointer);
        this.#names.add(name);
        out['$ref'] = `#/$defs/${name}`;
        if (place.inPlace) this.#inPlace.push({ node: out, name });
      }
      return true;
    }
    return false;
  }

  /** OpenAPI 2.0 and 3.0 ignore keywords beside a reference. Texts there do no harm. */
  #besideReference(raw: JsonObject, out: JsonObject, pointer: string): Schema {
    const ignored: string[] = [];
    for (const [keyword, value] of Object.entries(raw)) {
      if (keywords.besideReference.has(keyword)) this.#keyword(keyword, value, out, pointer, inside);
      else if (keyword.startsWith('x-')) this.#extensions = true;
      else if (!keywords.offers.has(keyword)) ignored.push(keyword);
    }
    convertAnnotations(this.#work(raw, out, pointer));
    if (ignored.length > 0) {
      const version = this.#context.document.version;
      this.#lose(
        pointer,
        `Beside a $ref, OpenAPI ${version} ignores ${ignored.join(', ')}; so does the import.`,
      );
    }
    return out;
  }

  #keyword(keyword: string, value: JsonValue, out: JsonObject, pointer: string, place: Place): void {
    const at = childPointer(pointer, keyword);
    const within: Place = { inPlace: place.inPlace, standsAlone: false };
    if (keywords.together.has(keyword) || keywords.naming.has(keyword)) return;
    if (keywords.texts.has(keyword)) this.#text(keyword, value, out, at);
    else if (keywords.numbers.has(keyword) || keywords.counts.has(keyword)) {
      const number = repairNumber(value, keyword, keywords.counts.has(keyword));
      if (number === undefined)
        this.#lose(at, `${JSON.stringify(value)} is not a valid value of ${keyword}; it is left out.`);
      else out[keyword] = number;
    } else if (keywords.flags.has(keyword)) {
      if (value === true || value === 'true') out[keyword] = true;
    } else if (keywords.schemas.has(keyword)) this.#subschema(keyword, value, out, at, inside);
    else if (keywords.schemasInPlace.has(keyword)) this.#subschema(keyword, value, out, at, within);
    else if (keywords.listsInPlace.has(keyword)) this.#list(keyword, value, out, at, within);
    else if (keyword === 'properties') this.#properties(value, out, at);
    else if (keyword === 'patternProperties') this.#patternProperties(value, out, at);
    else if (keyword === 'pattern') this.#pattern(value, out, at);
    else if (keyword === 'dependentSchemas' || keyword === 'dependencies')
      this.#dependencies(value, out, at, within);
    else if (keyword === 'xml' && isJsonObject(value)) out['xml'] = value;
    else if (keyword.startsWith('x-') || keyword === 'externalDocs' || keyword === 'xml')
      this.#extensions = true;
    else this.#lose(at, `"${keyword.slice(0, 60)}" is not a schema keyword; it is left out.`);
  }

  #text(keyword: string, value: JsonValue, out: JsonObject, at: string): void {
    if (typeof value === 'string') out[keyword] = schemaWords(keyword, value, this.#context.document);
    else if (typeof value === 'number' || typeof value === 'boolean') out[keyword] = String(value);
    else if (value !== null) this.#lose(at, `${keyword} is not text; it is left out.`);
  }

  #subschema(keyword: string, value: JsonValue, out: JsonObject, at: string, place: Place): void {
    if (value === null || Array.isArray(value)) this.#lose(at, `${keyword} is not a schema; it is left out.`);
    else if (value === 'true' || value === 'false') out[keyword] = value === 'true';
    else out[keyword] = this.convert(value, at, place);
  }

  #list(keyword: string, value: JsonValue, out: JsonObject, at: string, place: Place): void {
    const branches = Array.isArray(value) ? value : isJsonObject(value) ? [value] : [];
    if (!Array.isArray(value))
      this.#lose(
        at,
        `${keyword} is not a list of schemas; ${branches.length ? 'it is read as one schema' : 'it is left out'}.`,
      );
    const schemas = branches.map((branch, index) => this.convert(branch, childPointer(at, index), place));
    if (schemas.length > 0) out[keyword] = schemas;
    else if (Array.isArray(value)) this.#lose(at, `${keyword} is empty; it is left out.`);
  }

  #properties(value: JsonValue, out: JsonObject, at: string): void {
    if (!isJsonObject(value)) {
      this.#lose(at, 'properties is not an object of schemas; it is left out.');
      return;
    }
    const properties: JsonObject = {};
    for (const [name, schema] of Object.entries(value)) {
      const where = childPointer(at, name);
      if (name === '$ref' && typeof schema === 'string') {
        this.#lose(where, 'A reference cannot stand for a list of properties; it is left out.');
      } else properties[name] = this.convert(schema, where, inside);
    }
    out['properties'] = properties;
  }

  #patternProperties(value: JsonValue, out: JsonObject, at: string): void {
    const properties: JsonObject = {};
    for (const [pattern, schema] of Object.entries(isJsonObject(value) ? value : {})) {
      const usable = usablePattern(pattern);
      if (usable === undefined) this.#lose(childPointer(at, pattern), unusable(pattern));
      else properties[usable.pattern] = this.convert(schema, childPointer(at, pattern), inside);
    }
    if (Object.keys(properties).length > 0) out['patternProperties'] = properties;
  }

  #pattern(value: JsonValue, out: JsonObject, at: string): void {
    const usable = typeof value === 'string' ? usablePattern(value) : undefined;
    if (usable === undefined) {
      if (value !== null && value !== '') this.#lose(at, unusable(String(value)));
      return;
    }
    if (usable.note !== undefined) this.#lose(at, usable.note);
    out['pattern'] = usable.pattern;
  }

  #dependencies(value: JsonValue, out: JsonObject, at: string, place: Place): void {
    for (const [name, dependency] of Object.entries(isJsonObject(value) ? value : {})) {
      const keyword = Array.isArray(dependency) ? 'dependentRequired' : 'dependentSchemas';
      const target = isJsonObject(out[keyword]) ? out[keyword] : {};
      target[name] = Array.isArray(dependency)
        ? [...new Set(dependency.filter((other) => typeof other === 'string'))]
        : this.convert(dependency, childPointer(at, name), place);
      out[keyword] = target;
    }
  }

  /** Keywords that depend on each other, converted after the others. */
  #values(raw: JsonObject, out: JsonObject, pointer: string, place: Place): void {
    this.#items(raw, out, pointer);
    const work = this.#work(raw, out, pointer);
    convertRequired(work);
    convertDependentRequired(work);
    convertDiscriminator(work, (reference) => this.#nameOf(reference, pointer));
    const repairs = repairBounds(raw, out);
    for (const { keyword, what } of repairs) this.#lose(childPointer(pointer, keyword), what);
    const types = this.#type(raw, out, pointer, place);
    convertEnum(work, types);
    convertAnnotations(work);
  }

  #items(raw: JsonObject, out: JsonObject, pointer: string): void {
    const items = member(raw, 'items');
    const tuple = Array.isArray(items) ? items : member(raw, 'prefixItems');
    const rest = Array.isArray(items) ? member(raw, 'additionalItems') : items;
    if (Array.isArray(tuple) && tuple.length > 0) {
      const at = childPointer(pointer, Array.isArray(items) ? 'items' : 'prefixItems');
      out['prefixItems'] = tuple.map((item, index) => this.convert(item, childPointer(at, index), inside));
    }
    if (rest === null) this.#lose(childPointer(pointer, 'items'), 'items is empty; any item is allowed.');
    else if (rest !== undefined && !Array.isArray(rest)) {
      out['items'] = this.convert(
        rest,
        childPointer(pointer, Array.isArray(items) ? 'additionalItems' : 'items'),
        inside,
      );
    }
  }

  #type(raw: JsonObject, out: JsonObject, pointer: string, place: Place): TypeName[] {
    const value = member(raw, 'type');
    const at = childPointer(pointer, 'type');
    if (value === undefined || value === null) return this.#impliedType(raw, out, pointer, place);
    const { types, format, repaired } = readType(value);
    if (repaired.length > 0 && repaired.join() !== 'file') {
      const becomes = types.length > 0 ? types.join(' or ') : 'any type';
      this.#lose(
        at,
        `type ${repaired.map((name) => `"${name.slice(0, 60)}"`).join(', ')} is read as ${becomes}.`,
      );
    } else if (Array.isArray(value) && this.#context.document.dialect !== '3.1') {
      this.#lose(
        at,
        `OpenAPI ${this.#context.document.version} has no lists of types; it is read as in 3.1.`,
      );
    }
    if (format !== undefined && (out['format'] === undefined || repaired.includes('file')))
      out['format'] = format;
    if (types.length > 0) out['type'] = types.length === 1 && types[0] !== undefined ? types[0] : types;
    if (types.length === 1 && types[0] === 'object' && out['items'] !== undefined) {
      delete out['items'];
      this.#lose(childPointer(pointer, 'items'), 'An object has no items; they are left out.');
    }
    return types;
  }

  /** A schema with properties but no type is meant as an object. */
  #impliedType(raw: JsonObject, out: JsonObject, pointer: string, place: Place): TypeName[] {
    const silent = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'enum', 'const'].every(
      (key) => out[key] === undefined && member(raw, key) === undefined,
    );
    if (!place.standsAlone || !silent) return [];
    const implied =
      out['properties'] !== undefined ? 'object' : out['items'] !== undefined ? 'array' : undefined;
    if (implied === undefined) return [];
    out['type'] = implied;
    this.#lose(pointer, `The schema has no type; it is read as an ${implied}.`);
    return [implied];
  }

  #work(raw: JsonObject, out: JsonObject, pointer: string): SchemaWork {
    return { raw, out, pointer, lose: (at, what) => this.#lose(at, what) };
  }

  #nameOf(reference: string, pointer: string): string | undefined {
    const located = this.#context.document.locate(reference, pointer);
    return located.ok ? this.#context.nameFor(located.pointer) : undefined;
  }

  #lose(pointer: string, what: string): void {
    this.#losses.push({ pointer, what });
  }
}
