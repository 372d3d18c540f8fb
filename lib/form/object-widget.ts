import { isJsonObject, type JsonObject } from '../json/json.ts';
import { keyPatternOf } from '../schema/key-pattern-of.ts';
import type { Schema } from '../operation/operation.ts';
import { patternSampleKeyword } from '../schema/pattern-sample-keyword.ts';
import { type Defs, own } from '../schema/schema-references.ts';
import { asSchema, isSchema } from '../schema/subschemas.ts';
import { flatSchema } from '../sample/flat-schema.ts';
import type { Member, Widget } from './widget.ts';

export function objectWidget(keywords: JsonObject, defs: Defs): Widget {
  const members = membersOf(keywords, defs);
  const byPattern = own(keywords, 'patternProperties');
  const patterns = Object.entries(isJsonObject(byPattern) ? byPattern : {}).map(([pattern, schema]) => ({
    pattern,
    schema: asSchema(schema),
  }));
  const additional = own(keywords, 'additionalProperties');
  const rest = isSchema(additional) && additional !== false ? additional : undefined;
  const isOpen = rest === undefined ? additional === undefined : isOpenSchema(rest);
  if (members.length === 0 && patterns.length === 0 && isOpen) return { kind: 'json', holds: 'object' };
  return { kind: 'object', members, patterns, rest, keys: keyWords(keywords) };
}

/** Longer ones are no help before they are broken. */
const MAX_SHOWN = 40;

function keyWords(keywords: JsonObject): string[] {
  const names = own(keywords, 'propertyNames');
  const [pattern, sample] = isJsonObject(names)
    ? [own(names, 'pattern'), own(names, patternSampleKeyword)]
    : [keyPatternOf(keywords), own(keywords, patternSampleKeyword)];
  if (typeof pattern !== 'string') return [];
  const isShort = (text: unknown) => typeof text === 'string' && text.length <= MAX_SHOWN;
  const words = [
    ...(isShort(pattern) ? [`of pattern ${pattern}`] : []),
    ...(isShort(sample) ? [`such as ${String(sample)}`] : []),
  ];
  return words.length > 0 ? [`keys ${words.join(', ')}`] : [];
}

/** A schema that says nothing about a value. */
export function isOpenSchema(schema: Schema): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

/** The properties, and those that conditions bring: which of these are wanted is for the server to say. */
function membersOf(keywords: JsonObject, defs: Defs): Member[] {
  const properties = own(keywords, 'properties');
  const required = own(keywords, 'required');
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const members = new Map<string, Member>();
  const add = (name: string, schema: Schema) => {
    if (schema !== false && name !== '__proto__' && !members.has(name))
      members.set(name, { name, schema, required: needed.has(name) });
  };
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    add(name, asSchema(schema));
  }
  for (const condition of conditionalSchemas(keywords)) {
    const brought = own(flatSchema(condition, defs)?.keywords ?? {}, 'properties');
    for (const [name, schema] of Object.entries(isJsonObject(brought) ? brought : {}))
      add(name, asSchema(schema));
  }
  for (const name of needed) if (typeof name === 'string') add(name, true);
  return [...members.values()];
}

function conditionalSchemas(keywords: JsonObject): Schema[] {
  const dependent = own(keywords, 'dependentSchemas');
  const given = [
    own(keywords, 'then'),
    own(keywords, 'else'),
    ...(isJsonObject(dependent) ? Object.values(dependent) : []),
  ];
  return given.filter(isSchema);
}
