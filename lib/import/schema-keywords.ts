import { enumMeaningKeywords } from './enum-meanings.ts';

export const numbers = new Set(['multipleOf', 'maximum', 'minimum']);
export const counts = new Set([
  'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties', 'maxContains', 'minContains',
]); // biome-ignore format: a list of words
export const texts = new Set([
  'title',
  'description',
  '$comment',
  'format',
  'contentEncoding',
  'contentMediaType',
]);
export const flags = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']);
export const schemas = new Set([
  'contains', 'propertyNames', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema',
]); // biome-ignore format: a list of words
export const schemasInPlace = new Set(['not', 'if', 'then', 'else']);
export const listsInPlace = new Set(['allOf', 'anyOf', 'oneOf']);
/** Keywords that name places or dialects. References are rewritten, so they are not needed. */
export const naming = new Set([
  '$id', 'id', '$schema', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary', '$defs', 'definitions', 'components',
]); // biome-ignore format: a list of words
/** Read after the others, because they depend on each other. */
export const together = new Set([
  'type', 'enum', 'const', 'default', 'example', 'examples', 'nullable', 'x-nullable', 'required', 'items', 'prefixItems',
  'additionalItems', 'exclusiveMinimum', 'exclusiveMaximum', 'discriminator', '$ref', '$dynamicRef', '$recursiveRef',
  'collectionFormat', 'allowEmptyValue', 'dependentRequired', ...enumMeaningKeywords,
]); // biome-ignore format: a list of words
/** Keywords beside a `$ref` of OpenAPI 2.0 and 3.0 that do not restrict values. */
export const besideReference = new Set([
  'title',
  'description',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);
/** Example values beside a `$ref`, in any version. */
export const offers = new Set(['$ref', 'default', 'example', 'examples']);
