import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { InputField, InputShape } from '../operation/input-shape.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import { modelSchema } from './model-schema.ts';
import { plainWords } from './plain-words.ts';

const mostWords = 300;
const mostValue = 80;
/** How many schemas are told: fewer, until it fits. */
const budgets = [250, 80, 30, 10];

/** The input of a product as a schema for models, of about so many bytes at most. Its root is a plain object. */
export function toolInput(
  { fields, schema }: Pick<InputShape, 'fields' | 'schema'>,
  mostBytes: number,
): JsonObject {
  const node = schemaNode(schema);
  let told: JsonObject = {};
  for (const budget of budgets) {
    told = withWords(modelSchema(node, budget), fields);
    if (Buffer.byteLength(JSON.stringify(told)) <= mostBytes) break;
  }
  return told;
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
    fallback === undefined ? '' : `Default: ${shortJson(fallback)}.`,
    example === undefined ? '' : `Example: ${shortJson(example)}.`,
  ];
  return words.filter((text) => text !== '').join(' ');
}

function shortJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length <= mostValue ? text : `${text.slice(0, mostValue).toWellFormed()}…`;
}
