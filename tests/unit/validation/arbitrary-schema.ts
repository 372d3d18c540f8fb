import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../lib/json.ts';
import type { Schema } from '../../../lib/operation.ts';

const names = ['a', 'b', 'c'];
const defs = ['N0', 'N1', 'N2', 'N3'];
const name = fc.constantFrom(...names);
const reference = fc.constantFrom(...defs).map((def) => ({ $ref: `#/$defs/${def}` }));

const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.boolean(),
  fc.record({ type: fc.constantFrom('object', 'array', 'string', 'integer', 'number', 'null', 'boolean') }),
  fc.record({ minimum: fc.integer({ min: -2, max: 2 }) }),
  fc.record({ maxLength: fc.nat(2) }),
  fc.record({ pattern: fc.constantFrom('^a', 'b$', '^[ab]*$') }),
  fc.record({ const: fc.constantFrom<JsonValue>(1, 'a', null, {}, { a: 1 }, [1]) }),
  fc.record({ required: fc.uniqueArray(name, { maxLength: 2 }) }),
  fc.record({ minItems: fc.nat(2), uniqueItems: fc.boolean() }),
);

/** Keywords that look into a value, and those that look at it again. `looping` ones may not lead back in place. */
function keywords(inPlace: fc.Arbitrary<Schema>, inside: fc.Arbitrary<Schema>): fc.Arbitrary<JsonObject> {
  const some = fc.array(inPlace, { minLength: 1, maxLength: 3 });
  const members = fc.dictionary(name, inside, { maxKeys: 3 });
  return fc.record(
    {
      oneOf: some,
      anyOf: some,
      allOf: some,
      not: inPlace,
      if: inPlace,
      then: inPlace,
      else: inPlace,
      dependentSchemas: fc.dictionary(name, inPlace, { maxKeys: 2 }),
      properties: members,
      patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]', '.'), inside, { maxKeys: 2 }),
      additionalProperties: inside,
      propertyNames: leaf,
      items: inside,
      prefixItems: fc.array(inside, { minLength: 1, maxLength: 2 }),
      contains: inside,
      minContains: fc.nat(2),
      maxContains: fc.nat(2),
      unevaluatedProperties: inside,
      unevaluatedItems: inside,
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2 }),
      required: fc.uniqueArray(name, { maxLength: 1 }),
    },
    { requiredKeys: [] },
  );
}

/** A schema with definitions that refer to each other, and to themselves for what is inside of a value. */
export const recursiveSchema: fc.Arbitrary<JsonObject> = (() => {
  const inside = fc.oneof({ weight: 3, arbitrary: reference }, { weight: 1, arbitrary: leaf });
  const branch = fc.oneof(leaf, keywords(leaf, inside));
  const definition = keywords(branch, inside);
  return fc.tuple(...defs.map(() => definition)).map((all) => ({
    $ref: '#/$defs/N0',
    $defs: Object.fromEntries(all.map((one, index) => [`N${index}`, one])),
  }));
})();

export const smallValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 1.5, -3, '', 'a', 'ab', 'abc'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** A value of up to 62 levels and 1 MiB: a small one, wrapped again and again, or many of them side by side. */
export const largeValue: fc.Arbitrary<JsonValue> = fc
  .tuple(
    smallValue,
    fc.array(fc.tuple(fc.constantFrom('list', ...names), smallValue), { maxLength: 58 }),
    fc.nat(4),
  )
  .map(([innermost, wraps, exponent]) => {
    let value = innermost;
    for (const [kind, beside] of wraps)
      value = kind === 'list' ? [value, beside] : { c: beside, [kind]: value };
    const size = JSON.stringify(value).length;
    const copies = Math.min(10 ** exponent, Math.floor(1_000_000 / size));
    return Array.from({ length: copies }, () => structuredClone(value));
  });
