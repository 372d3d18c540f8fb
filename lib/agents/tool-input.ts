import { countOf } from '../text/count-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { InputField, InputShape } from '../operation/input-shape.ts';
import { schemaNode } from '../schema/schema-graph.ts';
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
