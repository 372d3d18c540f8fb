import { isJsonObject, type JsonObject } from '../json/json.ts';

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
