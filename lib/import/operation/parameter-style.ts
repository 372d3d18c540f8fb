import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { essence, isJsonMediaType } from '../../operation/media-type.ts';
import type { Parameter, Schema } from '../../operation/operation.ts';
import type { OperationSite } from './operation-site.ts';
import { member, textMember, childPointer } from '../document/pointer.ts';
import { coerced, fitsTypes, readType, type TypeName } from '../schema/schema-type.ts';

type Style = NonNullable<Parameter['style']>;
type StyleAndExplode = Pick<Parameter, 'style' | 'explode'>;

const styles: Record<Parameter['in'], Style[]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** The serialisation of a parameter: `style` and `explode`, or the equivalent of OpenAPI 2.0's `collectionFormat`. */
export function parameterStyle(
  site: OperationSite,
  parameter: RawParameter,
  place: Parameter['in'],
  schema: Schema,
): StyleAndExplode {
  const isSwagger =
    site.document.dialect === '2.0' || member(parameter.raw, 'collectionFormat') !== undefined;
  if (isSwagger) return isArray(schema) ? collectionStyle(site, parameter, place) : {};
  const style = textMember(parameter.raw, 'style');
  const explode = member(parameter.raw, 'explode');
  const known = styles[place].find((one) => one === style);
  if (style !== undefined && known === undefined) {
    site.lose(
      parameter.pointer,
      `The style "${style}" is not valid for ${place} parameters; ${styles[place][0]} is used.`,
    );
  }
  return {
    ...(known === undefined ? {} : { style: known }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
  };
}

/** The style of an OpenAPI 2.0 array, in a parameter or form field. */
export function collectionStyle(
  site: OperationSite,
  parameter: RawParameter,
  place: Parameter['in'],
): StyleAndExplode {
  const format = textMember(parameter.raw, 'collectionFormat') ?? 'csv';
  const separated = place === 'query';
  if (format === 'multi' && separated) return { style: 'form', explode: true };
  if (format === 'ssv' && separated) return { style: 'spaceDelimited', explode: false };
  if (format === 'pipes' && separated) return { style: 'pipeDelimited', explode: false };
  if (format !== 'csv') {
    site.lose(
      parameter.pointer,
      `collectionFormat "${format}" has no counterpart here; the values are joined by commas.`,
    );
  }
  return place === 'query' || place === 'cookie'
    ? { style: 'form', explode: false }
    : { style: 'simple', explode: false };
}

function isArray(schema: Schema): boolean {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

/** A Parameter Object of the document, references followed, and where it stands. */
export interface RawParameter {
  raw: JsonObject;
  pointer: string;
  name: string;
  in: string;
}

type Written = Pick<Parameter, 'in' | 'style' | 'explode'>;

/**
 * The lists that a value may mean: the list as written in requests (`a,b`), its only item, or items of another type.
 */
export function givenLists(value: JsonValue, written: Written, types: readonly TypeName[]): JsonValue[][] {
  if (Array.isArray(value)) return [withTypes(value, types)];
  if (typeof value !== 'string' || value.trim() === '') return [];
  const split = value.split(delimiterOf(written)).map((item) => item.trim());
  const isForm = written.style === 'form' || (!written.style && ['query', 'cookie'].includes(written.in));
  const isExploded = written.explode ?? isForm;
  return (isExploded ? [[value], split] : [split]).map((items) => withTypes(items, types));
}

/** Whether a schema in the document is a list and has a text as its value. */
export function givesTextForList(raw: JsonValue): raw is JsonObject {
  if (!isJsonObject(raw) || !givenKeywords.some((keyword) => typeof raw[keyword] === 'string')) return false;
  const { types } = readType(raw['type'] ?? 'any');
  return types.includes('array') && !types.includes('string');
}

/** The schema with its texts converted to lists. */
export function withGivenLists(raw: JsonObject, written: Written, items: JsonValue | undefined): JsonObject {
  const item = isJsonObject(items) ? items : {};
  const itemTypes = readType(item['type'] ?? 'any').types;
  const changed = givenKeywords.flatMap((keyword): [string, JsonValue][] => {
    const given = raw[keyword];
    if (typeof given !== 'string') return [];
    const list = givenLists(given, written, itemTypes).find((one) => fitsItems(one, item, itemTypes));
    return list === undefined ? [] : [[keyword, list]];
  });
  return { ...raw, ...Object.fromEntries(changed) };
}

const givenKeywords = ['default', 'example'];

function withTypes(items: JsonValue[], types: readonly TypeName[]): JsonValue[] {
  return items.map((item) => coerced(item, types) ?? item);
}

function fitsItems(list: JsonValue[], item: JsonObject, types: readonly TypeName[]): boolean {
  const listed = item['enum'];
  return list.every((one) => fitsTypes(one, types) && (!Array.isArray(listed) || listed.includes(one)));
}

function delimiterOf({ style }: Written): RegExp {
  if (style === 'spaceDelimited') return /\s+|%20/;
  return style === 'pipeDelimited' ? /\|/ : /,/;
}

/** JSON first, then form, multipart, and others in the document's order; undefined if there is none. */
export function chooseMediaType(offered: string[]): string | undefined {
  return [...offered].sort((a, b) => rank(a) - rank(b))[0];
}

function rank(mediaType: string): number {
  const type = essence(mediaType);
  if (type === 'application/json') return 0;
  if (isJsonMediaType(type)) return 1;
  if (type === '*/*' || type === 'application/*') return 2;
  if (type === 'application/x-www-form-urlencoded') return 3;
  if (type.startsWith('multipart/')) return 4;
  return type === 'application/xml' || type === 'text/xml' ? 6 : 5;
}

/** The values of `example` and `examples` in order. The operation keeps one of them. */
export function documentExamples(site: OperationSite, owner: JsonObject, pointer: string): JsonValue[] {
  const found = allExamples(site, owner, pointer);
  if (found.length > 1) site.lose(pointer, `Only one of its ${found.length} examples is kept.`);
  return found;
}

function allExamples(site: OperationSite, owner: JsonObject, pointer: string): JsonValue[] {
  const found: JsonValue[] = [];
  for (const key of ['example', 'x-example']) {
    const example = member(owner, key);
    if (example !== undefined) found.push(example);
  }
  const examples = member(owner, 'examples') ?? member(owner, 'x-examples');
  if (Array.isArray(examples)) found.push(...examples);
  if (!isJsonObject(examples)) return found;
  for (const [name, entry] of Object.entries(examples)) {
    const at = childPointer(pointer, 'examples', name);
    const located = site.document.follow(entry, at);
    if (!located.ok) {
      site.lose(at, `The example is left out: ${located.problem}.`);
      continue;
    }
    const value = member(located.value, 'value');
    if (value !== undefined) found.push(value);
    else if (member(located.value, 'externalValue') !== undefined) {
      site.lose(at, 'The example is outside the document, and imports read nothing else.');
    }
  }
  return found;
}
