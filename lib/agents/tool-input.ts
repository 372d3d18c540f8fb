import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { InputField, InputShape } from '../operation/input-shape.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { isBytes, itemSchema, propertySchema } from '../schema/schema-parts.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { FlatSchema, SchemaNode } from '../schema/schema-node.ts';
import { countOf } from '../text/numbers.ts';
import { modelSchema, typesAlone } from './model-schema.ts';
import { plainWords } from './plain-words.ts';
import { quotedValue } from './quoted-words.ts';

const mostWords = 300;
const mostValue = 200;
/** How many schemas are told: fewer, until it fits. */
const budgets = [250, 80, 30, 10];

/** The input of a product as a schema for models, of so many bytes at most. Its root is a plain object. */
export function toolInput(
  { fields, schema }: Pick<InputShape, 'fields' | 'schema'>,
  mostBytes: number,
): JsonObject {
  const node = schemaNode(schema);
  let told: JsonObject = {};
  for (const budget of budgets) {
    told = withWords(modelSchema(node, budget), fields);
    if (bytesOf(told) <= mostBytes) return told;
  }
  return shortened(told, mostBytes);
}

/** For what is around the fields, and says how many are left out. */
const frameBytes = 200;

/** Fields that are longer than the others are told by their type alone, and those that do not fit are left out. */
function shortened({ properties, required }: JsonObject, mostBytes: number): JsonObject {
  const all = Object.entries(isJsonObject(properties) ? properties : {});
  const needed = new Set(Array.isArray(required) ? required : []);
  const share = mostBytes / all.length;
  const told: [string, JsonValue][] = [];
  let left = mostBytes - frameBytes;
  for (const [name, field] of [...all].sort(
    ([one], [other]) => Number(needed.has(other)) - Number(needed.has(one)),
  )) {
    const short = bytesOf(field) <= share || !isJsonObject(field) ? field : typesAlone(field);
    // A name that is required is there twice.
    left -= bytesOf({ [name]: short }) + (needed.has(name) ? bytesOf(name) + 1 : 0);
    if (left < 0) break;
    told.push([name, short]);
  }
  const kept = Object.fromEntries(told);
  const names = [...needed].filter((name) => Object.hasOwn(kept, String(name)));
  const missing = all.length - told.length;
  return {
    type: 'object',
    properties: kept,
    ...(names.length > 0 && { required: names }),
    ...(missing > 0 && {
      description: `Without ${countOf(missing, 'field')}: the document of the product has all.`,
    }),
  };
}

function bytesOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function withWords(lowered: JsonObject, fields: InputField[]): JsonObject {
  const given = lowered['properties'];
  const properties = isJsonObject(given) ? given : {};
  const told = fields.flatMap((field): [string, JsonObject][] => {
    const property = properties[field.name];
    return isJsonObject(property)
      ? [[field.name, { ...property, description: wordsOf(field, property) }]]
      : [];
  });
  const { required } = lowered;
  return {
    type: 'object',
    properties: Object.fromEntries(told),
    ...(Array.isArray(required) && { required }),
  };
}

function wordsOf(
  { label, description, default: fallback, example }: InputField,
  property: JsonObject,
): string {
  const said = typeof property['description'] === 'string' ? property['description'] : '';
  const own = plainWords(description, mostWords);
  const words = [
    own === '' && said === '' ? plainWords(label, mostWords) : '',
    said.startsWith(own) ? '' : own,
    said,
    valueWords('Default', fallback),
    valueWords('Example', example),
  ];
  return words
    .filter((text) => text !== '')
    .map((text, at, all) => (at === all.length - 1 || /[.!?:;…]$/u.test(text) ? text : `${text}.`))
    .join(' ');
}

function valueWords(what: string, value: JsonValue | undefined): string {
  const words = value === undefined ? '' : quotedValue(value, mostValue);
  return words === '' ? '' : `${what}: ${words}.`;
}

/** What every client takes. */
const longest = 60;

/** A name for a tool: letters, digits and `_`. A name that is taken gets a number. */
export function toolName(text: string, taken: Set<string>): string {
  const plain = text.replace(/[^a-zA-Z0-9]+/g, '_').slice(0, longest) || 'product';
  let name = plain;
  for (let number = 2; taken.has(name); number += 1) {
    const end = `_${number}`;
    name = `${plain.slice(0, longest - end.length)}${end}`;
  }
  taken.add(name);
  return name;
}

/** Claude refuses a whole list of tools if one has a field with another name. */
const modelName = /^[a-zA-Z0-9_.-]{1,64}$/;
const mostNames = 5;
const mostCharacters = 80;

/** The input of a tool without the fields whose names models refuse. It says how those are sent. */
export function fieldsForModels(input: JsonObject): JsonObject {
  const { properties, required, description } = input;
  const fields = Object.entries(isJsonObject(properties) ? properties : {});
  const refused = fields.map(([name]) => name).filter((name) => !modelName.test(name));
  if (refused.length === 0) return input;
  const words = typeof description === 'string' ? [description] : [];
  return {
    ...input,
    properties: Object.fromEntries(fields.filter(([name]) => modelName.test(name))),
    ...(Array.isArray(required) && { required: required.filter((name) => modelName.test(String(name))) }),
    description: [...words, wayOf(refused)].join(' '),
  };
}

function wayOf(names: string[]): string {
  const some = names.slice(0, mostNames).map((name) => JSON.stringify(name.slice(0, mostCharacters)));
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `call_product also takes the fields ${some.join(', ')}${more}, whose names models refuse here.`;
}

/** A file that an input names by its address. */
export interface FileAddress {
  /** Where it is in the input. */
  path: string[];
  url: string;
}

/** A walk through a hostile input and its unions ends. */
const mostSteps = 10_000;

/** Where an input has an address in place of a file, as its schema says. */
export function fileAddresses(schema: SchemaNode, input: JsonValue): FileAddress[] {
  const found = new Map<string, FileAddress>();
  let steps = 0;
  const walk = (node: SchemaNode | undefined, value: JsonValue, path: string[]): void => {
    steps += 1;
    if (steps > mostSteps || !node) return;
    if (typeof value === 'string') {
      if (isAddress(value) && takesFilesAlone(node)) found.set(path.join('/'), { path, url: value });
      return;
    }
    const parts = partsOf(node);
    if (Array.isArray(value))
      value.forEach((item, index) => {
        walk(itemSchema(parts, index), item, [...path, String(index)]);
      });
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value))
        walk(propertySchema(parts, name), member, [...path, name]);
  };
  walk(schema, input, []);
  return [...found.values()];
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** The schema by itself, or where it has alternatives, each of them. */
function alternativesOf(node: SchemaNode): FlatSchema[] {
  const flat = flatSchema(node);
  if (!flat) return [];
  const branches = flat.inPlace.unions.flatMap((union) => union.branches);
  return branches.length === 0 ? [flat] : branches.flatMap((branch) => flatSchema(branch) ?? []);
}

function partsOf(node: SchemaNode): SchemaNode[] {
  return [node, ...alternativesOf(node)].flatMap((one) => flatSchema(one)?.parts ?? []);
}

/** A field that takes an address as well as a file takes it as it is. */
function takesFilesAlone(node: SchemaNode): boolean {
  const texts = alternativesOf(node).filter(
    ({ typeNames }) => typeNames.length === 0 || typeNames.includes('string'),
  );
  return texts.length > 0 && texts.every((flat) => flat.text?.isFile === true || isBytes([flat]));
}
