import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { isIgnoredHeader } from '../../operation/input-shape.ts';
import type { Parameter, Schema } from '../../operation/operation.ts';
import {
  chooseMediaType,
  documentExamples,
  givesTextForList,
  withGivenLists,
  parameterStyle,
  type RawParameter,
} from './parameter-style.ts';
import type { OperationSite } from './operation-site.ts';
import { childPointer, member, objectMember, textMember } from '../document/pointer.ts';

/** The parameters of the path and the operation. The operation's own win. */
export function gatherParameters(
  site: OperationSite,
  pathItem: JsonObject,
  pathPointer: string,
  operation: JsonObject,
  pointer: string,
): RawParameter[] {
  const found = new Map<string, RawParameter>();
  for (const [owner, at] of [
    [pathItem, pathPointer],
    [operation, pointer],
  ] as const) {
    const here = new Set<string>();
    for (const [index, value] of parameterEntries(member(owner, 'parameters'))) {
      const parameter = readParameter(site, value, childPointer(at, 'parameters', index));
      if (parameter === undefined) continue;
      const key = parameterKey(parameter);
      if (here.has(key)) {
        site.lose(
          parameter.pointer,
          `The ${parameter.in} parameter "${parameter.name}" is declared twice; the first one is taken.`,
        );
        continue;
      }
      here.add(key);
      found.set(key, parameter);
    }
  }
  return [...found.values()];
}

/** Identifies a parameter. Header names ignore case. */
export function parameterKey(parameter: { in: string; name: string }): string {
  return `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
}

function parameterEntries(value: JsonValue | undefined): [string, JsonValue][] {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

function readParameter(site: OperationSite, value: JsonValue, pointer: string): RawParameter | undefined {
  const located = site.document.follow(value, pointer);
  if (!located.ok || !isJsonObject(located.value)) {
    site.lose(pointer, `The parameter is left out: ${located.ok ? 'it is not an object' : located.problem}.`);
    return undefined;
  }
  const raw = located.value;
  const name = textMember(raw, 'name');
  const place = textMember(raw, 'in')?.toLowerCase();
  if (place === 'body') return { raw, pointer: located.pointer, name: name ?? 'body', in: place };
  if (name === undefined || name === '' || place === undefined) {
    site.lose(located.pointer, 'The parameter has no name or no place ("in"); it is left out.');
    return undefined;
  }
  if (!['path', 'query', 'header', 'cookie', 'formdata'].includes(place)) {
    site.lose(
      located.pointer,
      `The parameter "${name}" is in "${place}", which is not a valid place; it is left out.`,
    );
    return undefined;
  }
  return { raw, pointer: located.pointer, name, in: place };
}

/** Parameter Objects of OpenAPI 3.1, with the document's examples. */
export interface ImportedParameters {
  parameters: Parameter[];
  /** By `parameterKey`. */
  examples: Map<string, JsonValue[]>;
  /** By `parameterKey`. */
  pointers: Map<string, string>;
}

export function importParameters(site: OperationSite, raw: RawParameter[]): ImportedParameters {
  const parameters: Parameter[] = [];
  const examples = new Map<string, JsonValue[]>();
  const pointers = new Map<string, string>();
  for (const parameter of raw) {
    const imported = importParameter(site, parameter);
    if (imported === undefined) continue;
    parameters.push(imported);
    pointers.set(parameterKey(imported), parameter.pointer);
    const given = documentExamples(site, parameter.raw, parameter.pointer);
    if (given.length > 0) examples.set(parameterKey(imported), given);
  }
  return { parameters, examples, pointers };
}

function importParameter(site: OperationSite, parameter: RawParameter): Parameter | undefined {
  const { raw, pointer, name } = parameter;
  const place = placeOf(parameter.in);
  if (place === undefined) return undefined;
  if (place === 'header' && isIgnoredHeader(name)) {
    site.lose(pointer, `The header parameter "${name}" is left out: the request sets this header itself.`);
    return undefined;
  }
  if (place === 'path' && member(raw, 'required') !== true) {
    site.lose(pointer, `The path parameter "${name}" is not marked as required; a path always needs it.`);
  }
  const description = site.document.markdown(raw, 'description');
  const result: Parameter = {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(place === 'path' || member(raw, 'required') === true || member(raw, 'required') === 'true'
      ? { required: true }
      : {}),
    ...(member(raw, 'deprecated') === true ? { deprecated: true } : {}),
    ...(member(raw, 'allowEmptyValue') === true && place === 'query' ? { allowEmptyValue: true } : {}),
    ...(member(raw, 'allowReserved') === true && place === 'query' ? { allowReserved: true } : {}),
  };
  site.loseOthers(raw, parameterWords, pointer, 'parameter');
  const content = objectMember(raw, 'content');
  const mediaType = content === undefined ? undefined : chooseMediaType(Object.keys(content));
  if (content !== undefined && mediaType !== undefined && member(raw, 'schema') === undefined) {
    const at = childPointer(pointer, 'content', mediaType);
    const others = Object.keys(content).filter((other) => other !== mediaType);
    if (others.length > 0)
      site.lose(childPointer(pointer, 'content'), `Only ${mediaType} is used, not ${others.join(', ')}.`);
    const schema = site.schema(
      objectMember(content, mediaType)?.['schema'] ?? {},
      childPointer(at, 'schema'),
      'input',
    );
    return { ...result, content: { [mediaType]: { schema } } };
  }
  const schema = parameterSchema(site, parameter);
  return { ...result, ...parameterStyle(site, parameter, place, schema), schema };
}

function placeOf(place: string): Parameter['in'] | undefined {
  return place === 'path' || place === 'query' || place === 'header' || place === 'cookie'
    ? place
    : undefined;
}

/** OpenAPI 2.0 has the schema inside the parameter. So do some documents that claim to be 3.0. */
export function parameterSchema(site: OperationSite, parameter: RawParameter): Schema {
  const { raw, pointer, name } = parameter;
  const declared = member(raw, 'schema');
  if (declared !== undefined) {
    const at = childPointer(pointer, 'schema');
    return site.schema(withLists(site, parameter, declared, at), at, 'input');
  }
  const inline: JsonObject = {};
  for (const key of inlineKeywords) if (member(raw, key) !== undefined) inline[key] = raw[key] ?? null;
  if (member(inline, 'type') === undefined && member(inline, 'enum') === undefined) {
    site.lose(pointer, `The parameter "${name}" has no schema; it is read as text.`);
    inline['type'] = 'string';
  } else if (site.document.dialect !== '2.0') {
    site.lose(
      pointer,
      `The parameter "${name}" has its type outside a schema; it is read as in OpenAPI 2.0.`,
    );
  }
  return site.schema(withLists(site, parameter, inline, pointer), pointer, 'input');
}

/** `default: a,b` of a list is the list as the request writes it. */
function withLists(site: OperationSite, parameter: RawParameter, raw: JsonValue, pointer: string): JsonValue {
  if (!givesTextForList(raw)) return raw;
  const place = placeOf(parameter.in) ?? 'query';
  const style = parameterStyle(site, parameter, place, { type: 'array' });
  const items = site.document.follow(member(raw, 'items'), childPointer(pointer, 'items'));
  return withGivenLists(raw, { in: place, ...style }, items.ok ? items.value : undefined);
}

const inlineKeywords = [
  'type', 'format', 'items', 'default', 'enum', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength',
  'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'multipleOf', 'x-nullable',
]; // biome-ignore format: a list of words

const parameterWords = new Set([
  ...inlineKeywords,
  'name', 'in', 'description', 'required', 'deprecated', 'allowEmptyValue', 'allowReserved', 'style', 'explode',
  'collectionFormat', 'schema', 'content', 'example', 'examples', 'x-example', 'x-examples', 'nullable',
]); // biome-ignore format: a list of words

/** Matches the parameters in the path template with the declared ones, and reports both kinds of difference. */
export function reconcilePath(
  site: OperationSite,
  parameters: RawParameter[],
  names: string[],
  pointer: string,
): RawParameter[] {
  const declared = parameters.filter((parameter) => {
    if (parameter.in !== 'path' || names.includes(parameter.name)) return true;
    site.lose(
      parameter.pointer,
      `The path has no place for the parameter "${parameter.name}"; it is left out.`,
    );
    return false;
  });
  const missing = names.filter(
    (name) => !declared.some((parameter) => parameter.in === 'path' && parameter.name === name),
  );
  const added = missing.map((name, index): RawParameter => {
    site.lose(pointer, `The path names "${name}", which no parameter declares; it is read as required text.`);
    const raw = { name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } };
    return { raw, pointer: childPointer(pointer, `{${name}}`, index), name, in: 'path' };
  });
  return [...declared, ...added];
}
