import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';

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

/** A few keywords at a time, since with more of them nearly no value is valid. */
function keywords(inPlace: fc.Arbitrary<Schema>, inside: fc.Arbitrary<Schema>): fc.Arbitrary<JsonObject> {
  const some = fc.array(inPlace, { minLength: 1, maxLength: 3 });
  const members = fc.dictionary(name, inside, { maxKeys: 3 });
  const one: fc.Arbitrary<JsonObject> = fc.oneof(
    fc.record({ oneOf: some }),
    fc.record({ anyOf: some }),
    fc.record({ allOf: some }),
    fc.record({ not: inPlace }),
    fc.record({ if: inPlace, then: inPlace, else: inPlace }),
    fc.record({ dependentSchemas: fc.dictionary(name, inPlace, { maxKeys: 2 }) }),
    fc.record({ properties: members }),
    fc.record({ properties: members, additionalProperties: inside }),
    fc.record({
      patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]', '.'), inside, { maxKeys: 2 }),
    }),
    fc.record({ propertyNames: leaf }),
    fc.record({ items: inside }),
    fc.record({ prefixItems: fc.array(inside, { minLength: 1, maxLength: 2 }) }),
    fc.record({ contains: inside, minContains: fc.nat(2), maxContains: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2 }),
    }),
    fc.record({ anyOf: some, unevaluatedProperties: inside, unevaluatedItems: inside }),
    fc.record({
      allOf: some,
      unevaluatedProperties: fc.constant(false),
      unevaluatedItems: fc.constant(false),
    }),
    fc.record({ if: inPlace, then: inPlace, else: inPlace, unevaluatedProperties: inside }),
  );
  return fc.array(one, { minLength: 1, maxLength: 2 }).map((parts) => Object.assign({}, ...parts));
}

/** A schema with definitions that refer to each other, and to themselves for what is inside of a value. */
export const recursiveSchema: fc.Arbitrary<JsonObject> = (() => {
  const inside = fc.oneof(
    { weight: 3, arbitrary: reference },
    { weight: 1, arbitrary: leaf },
    { weight: 2, arbitrary: fc.constant(true) },
  );
  const branch = fc.oneof(leaf, keywords(leaf, inside), keywords(keywords(leaf, inside), inside));
  // In place, a definition refers to later ones alone: otherwise it would have no end.
  const definitions = defs.map((_, index) => {
    const later = defs.slice(index + 1).map((def) => fc.constant({ $ref: `#/$defs/${def}` }));
    return keywords(fc.oneof({ weight: 3, arbitrary: branch }, ...later), inside);
  });
  return fc.tuple(...definitions).map((all) => ({
    $ref: '#/$defs/N0',
    $defs: Object.fromEntries(all.map((one, index) => [`N${index}`, one])),
  }));
})();

export const smallValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 1, arbitrary: fc.constantFrom<JsonValue>(null, true, 0, 1, 1.5, -3, '', 'a', 'ab', 'abc') },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 3, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }) },
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
