import { ENUM_MEANINGS } from './enum-meanings.ts';

export const NUMBERS = new Set(['multipleOf', 'maximum', 'minimum']);
export const COUNTS = new Set([
  'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties', 'maxContains', 'minContains',
]); // biome-ignore format: a list of words
export const TEXTS = new Set([
  'title',
  'description',
  '$comment',
  'format',
  'contentEncoding',
  'contentMediaType',
]);
export const FLAGS = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']);
export const SCHEMAS = new Set([
  'contains', 'propertyNames', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema',
]); // biome-ignore format: a list of words
export const SCHEMAS_IN_PLACE = new Set(['not', 'if', 'then', 'else']);
export const LISTS_IN_PLACE = new Set(['allOf', 'anyOf', 'oneOf']);
/** Keywords that name places or dialects. References are rewritten, so they are not needed. */
export const NAMING = new Set([
  '$id', 'id', '$schema', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary', '$defs', 'definitions', 'components',
]); // biome-ignore format: a list of words
/** Read after the others, because they depend on each other. */
export const TOGETHER = new Set([
  'type', 'enum', 'const', 'default', 'example', 'examples', 'nullable', 'x-nullable', 'required', 'items', 'prefixItems',
  'additionalItems', 'exclusiveMinimum', 'exclusiveMaximum', 'discriminator', '$ref', '$dynamicRef', '$recursiveRef',
  'collectionFormat', 'allowEmptyValue', 'dependentRequired', ...ENUM_MEANINGS,
]); // biome-ignore format: a list of words
/** Keywords beside a `$ref` of OpenAPI 2.0 and 3.0 that do not restrict values. */
export const BESIDE_REFERENCE = new Set([
  'title',
  'description',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);
/** Example values beside a `$ref`, in any version. */
export const OFFERS = new Set(['$ref', 'default', 'example', 'examples']);
