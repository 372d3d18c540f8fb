import { type JsonObject } from '../json/json.ts';
import { own } from '../schema/schema-references.ts';

/** Keywords that speak of one type alone, for schemas that leave the type out. */
const HINTS: [string, string[]][] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];
const NUMBER_FORMATS = new Set(['int32', 'int64', 'float', 'double']);

/** The types that a schema names, or the one that its keywords let on; none where it may be anything. */
export function typesOf(keywords: JsonObject): string[] {
  const said = own(keywords, 'type');
  const types = (Array.isArray(said) ? said : [said]).filter((type) => typeof type === 'string');
  if (types.length > 0) return types.filter((type) => type !== 'integer' || !types.includes('number'));
  const format = own(keywords, 'format');
  const hinted = HINTS.filter(([, words]) => words.some((word) => own(keywords, word) !== undefined));
  const names = hinted.map(([type]) => type);
  if (names.length === 0 && typeof format === 'string') {
    return [NUMBER_FORMATS.has(format) ? 'number' : 'string'];
  }
  return names.length === 1 ? names : [];
}
