export interface SchemaCase {
  /** 3.0.3 unless given. */
  version?: string;
  raw: unknown;
  becomes: unknown;
  /** Part of the loss that tells it; without it there must be none for the schema. */
  tells?: string;
}

/** One row for each thing that documents say in other words than 2020-12, or say wrongly. */
export const schemaCases: Record<string, SchemaCase> = {
  'nullable adds null to the type': { raw: { type: 'string', nullable: true }, becomes: { type: ['string', 'null'] } },
  'nullable adds null to the values of enum': { raw: { type: 'string', enum: ['a'], nullable: true }, becomes: { type: ['string', 'null'], enum: ['a', null] } },
  'nullable beside allOf is an alternative': {
    raw: { nullable: true, description: 'D', allOf: [{ type: 'string' }] },
    becomes: { description: 'D', anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
  },
  'x-nullable is nullable': { raw: { type: 'integer', 'x-nullable': true }, becomes: { type: ['integer', 'null'] } },
  'a flag makes the minimum exclusive': { raw: { type: 'number', minimum: 0, exclusiveMinimum: true }, becomes: { type: 'number', exclusiveMinimum: 0 } },
  'a flag that says false leaves the maximum': { raw: { type: 'number', maximum: 9, exclusiveMaximum: false }, becomes: { type: 'number', maximum: 9 } },
  'a flag without a minimum is told': { raw: { type: 'number', exclusiveMinimum: true }, becomes: { type: 'number' }, tells: 'There is no minimum to be exclusive of' },
  'example becomes examples': { raw: { type: 'string', example: 'a' }, becomes: { type: 'string', examples: ['a'] } },
  'an example written in another type is converted': { raw: { type: 'integer', example: '7' }, becomes: { type: 'integer', examples: [7] } },
  'an example of a wrong type is left out and told': {
    raw: { type: 'integer', example: 'seven' },
    becomes: { type: 'integer' },
    tells: 'The example "seven" does not fit its schema',
  },
  'a default of a wrong type is left out and told': {
    raw: { type: 'boolean', default: 'perhaps' },
    becomes: { type: 'boolean' },
    tells: 'The default "perhaps" does not fit',
  },
  'a default in quotes is converted': { raw: { type: 'boolean', default: 'true' }, becomes: { type: 'boolean', default: true } },
  'type any takes any value': { raw: { type: 'any' }, becomes: {}, tells: 'type "any" is read as any type' },
  'type int is an integer': { raw: { type: 'int' }, becomes: { type: 'integer' }, tells: 'type "int" is read as integer' },
  'type datetime is text with a format': { raw: { type: 'datetime' }, becomes: { type: 'string', format: 'date-time' }, tells: 'type "datetime"' },
  'type file is binary text': { raw: { type: 'file' }, becomes: { type: 'string', format: 'binary' } },
  'a list of types before 3.1 is taken, and told': { raw: { type: ['string', 'null'] }, becomes: { type: ['string', 'null'] }, tells: 'has no lists of types' },
  'a list of types in 3.1 is plain': { version: '3.1.0', raw: { type: ['string', 'null'] }, becomes: { type: ['string', 'null'] } },
  'required: true on a property moves to its object': {
    raw: { type: 'object', properties: { a: { type: 'string', required: true } } },
    becomes: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    tells: 'required: true is moved',
  },
  'what a closed object does not list cannot be required of it': {
    raw: { type: 'object', additionalProperties: false, properties: { a: {} }, required: ['a', 'b'] },
    becomes: { type: 'object', additionalProperties: false, properties: { a: {} }, required: ['a'] },
    tells: '"b" is required of an object that does not allow it',
  },
  'enum in place of a list': { raw: { enum: 'a' }, becomes: { enum: ['a'] }, tells: 'enum is not a list' },
  'an empty enum': { raw: { type: 'string', enum: [] }, becomes: { type: 'string' }, tells: 'enum is empty' },
  'values of enum in another type': { raw: { type: 'string', enum: [1, 2] }, becomes: { type: 'string', enum: ['1', '2'] }, tells: 'are converted' },
  'properties that are null': { raw: { type: 'object', properties: null }, becomes: { type: 'object' }, tells: 'properties is not an object' },
  'properties without a type are of an object': {
    raw: { properties: { a: { type: 'string' } } },
    becomes: { type: 'object', properties: { a: { type: 'string' } } },
    tells: 'read as an object',
  },
  'an array without items takes any': { raw: { type: 'array' }, becomes: { type: 'array' } },
  'a list of items is a tuple': {
    raw: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false },
    becomes: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
  },
  'an object has no items': { raw: { type: 'object', items: {} }, becomes: { type: 'object' }, tells: 'An object has no items' },
  'limits that exclude each other': { raw: { type: 'integer', minimum: 9, maximum: 1 }, becomes: { type: 'integer' }, tells: 'No value is both minimum 9 and maximum 1' },
  'a limit in quotes': { raw: { type: 'integer', minimum: '3' }, becomes: { type: 'integer', minimum: 3 } },
  'a limit that is no number': { raw: { type: 'string', maxLength: -1 }, becomes: { type: 'string' }, tells: '-1 is not a valid value of maxLength' },
  'a pattern between slashes': {
    raw: { type: 'string', pattern: '/^[a-z]+$/' },
    becomes: { type: 'string', pattern: '^[a-z]+$' },
    tells: 'delimiters of the pattern are removed',
  },
  'a pattern that looks ahead has no linear form': { raw: { type: 'string', pattern: '^(?=.*x).+$' }, becomes: { type: 'string' }, tells: 'cannot run in linear time' },
  'a pattern that is catastrophic elsewhere is kept: it runs on the linear engine': {
    raw: { type: 'string', pattern: '^(a+)+$' },
    becomes: { type: 'string', pattern: '^(a+)+$' },
  },
  'a broken pattern': { raw: { type: 'string', pattern: '[a' }, becomes: { type: 'string' }, tells: 'The pattern "[a"' },
  'a keyword that does not exist': { raw: { type: 'string', lenght: 3 }, becomes: { type: 'string' }, tells: '"lenght" is not a schema keyword' },
  'a type where a schema is due': { raw: 'string', becomes: { type: 'string' }, tells: '"string" is in place of a schema' },
  'null where a schema is due': { raw: null, becomes: {}, tells: 'This is not a schema' },
  'what members need of each other is kept': {
    version: '3.1.0',
    raw: { type: 'object', dependentRequired: { a: ['b'] } },
    becomes: { type: 'object', dependentRequired: { a: ['b'] } },
  },
  'extends and its like are told, dependencies are translated': {
    version: '3.1.0',
    raw: { type: 'object', dependencies: { a: ['b'] } },
    becomes: { type: 'object', dependentRequired: { a: ['b'] } },
  },
}; // biome-ignore format: a table
