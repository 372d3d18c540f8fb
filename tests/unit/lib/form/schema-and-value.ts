import { hash } from 'node:crypto';
import fc from 'fast-check';
import { toBase64 } from '../../../../lib/text/media-type.ts';
import { readJson } from '../../../../lib/view/form/read-json.ts';
import { type JsonObject, jsonText, type JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import type { Defs } from '../../../../lib/schema/schema-references.ts';
import { nasty } from '../view/snippets/portal-json.ts';

/** A schema, a value that it takes, and the definitions that it refers to. */
export interface Case {
  schema: Schema;
  value: JsonValue;
  defs: Defs;
}

/** Nested objects, lists of them, tuples, maps, unions of each kind, nullable things, formats, recursion. */
export function schemaAndValue(depth = 3): fc.Arbitrary<Case> {
  let level: fc.Arbitrary<Case> = leaf;
  for (let index = 0; index < depth; index += 1) level = fc.oneof(leaf, composite(level));
  return level;
}

/** Text as people type it: a textarea makes every line end the same. */
const text = fc
  .oneof(
    nasty,
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.lorem({ maxCount: 3 }),
    fc.constant('a\nb'),
  )
  .map((typed) => typed.replaceAll('\r', ''));
const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 6 });
const key = fc
  .oneof(word, fc.constantFrom('constructor', 'toString', '0', '12', 'a/b', 'c~d', ' ', 'ü'), text)
  .filter((name) => name !== '' && name !== '__proto__' && !name.includes('\n'));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  fc.constantFrom(2 ** 53, -(2 ** 53), 2 ** 53 + 2, 1e17, -1e20, 1e21, 5e-324, 0.1),
  fc.integer(),
);
const json: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 2, stringUnit: 'grapheme' })
  .map((value) => fromText(JSON.stringify(value)))
  .filter((value) => readJson(jsonText(value)).ok);

/** What JSON.parse makes of a text is JSON. */
function fromText(written: string): JsonValue {
  return JSON.parse(
    written.replaceAll('"__proto__"', '"proto"').replaceAll(/\b-0(?![.\d])/g, '0'),
  ) as JsonValue;
}

const bytes = fc.uint8Array({ maxLength: 12 }).map(toBase64);

const leaf: fc.Arbitrary<Case> = fc.oneof(
  of(fc.constantFrom<Schema>({ type: 'string' }, { type: 'string', maxLength: 40 }, { pattern: '' }), text),
  of(
    fc.constant({ type: 'string', format: 'date' }),
    fc
      .date({ min: new Date('1970-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ),
  of(
    fc.constant({ type: 'string', format: 'date-time' }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  of(fc.constant({ type: 'string', format: 'uri' }), fc.webUrl()),
  of(fc.constant({ type: 'string', format: 'email' }), fc.emailAddress()),
  of(fc.constant({ type: 'string', format: 'uuid' }), fc.uuid()),
  of(fc.constant({ type: 'string', format: 'password' }), word),
  of(
    fc.constant({ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }),
    fc.integer({ min: 0, max: 0xffffff }).map((code) => `#${code.toString(16).padStart(6, '0')}`),
  ),
  of(
    fc.constant({ type: 'string', contentMediaType: 'application/json' }),
    json.map((value) => JSON.stringify(value)),
  ),
  of(fc.constant({ type: 'string', format: 'binary' }), file),
  of(fc.constant({ type: 'string', contentEncoding: 'base64' }), bytes),
  of(
    fc.constantFrom<Schema>({ type: 'integer' }, { type: 'integer', format: 'int64' }),
    fc.maxSafeInteger().map((value) => (value === 0 ? 0 : value)),
  ),
  of(fc.constant({ type: 'integer', minimum: 0, maximum: 100 }), fc.integer({ min: 0, max: 100 })),
  of(fc.constant({ type: 'number' }), number),
  of(fc.constant({ type: 'boolean' }), fc.boolean()),
  of(fc.constant({ type: 'null' }), fc.constant(null)),
  of(fc.constantFrom<Schema>({}, true), json),
  of(
    fc.constantFrom<Schema>({ type: 'object' }, { type: 'object', additionalProperties: true }),
    fc.dictionary(key, json).map(plain),
  ),
  of(fc.constant({ type: 'array' }), fc.array(json, { maxLength: 3 })),
  choice(),
  tree(),
);

function file(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('image/png', 'application/pdf', 'text/plain'), word, bytes)
    .map(([type, name, base64]) => `data:${type};name=${name}.bin;base64,${base64}`);
}

function of(
  schema: fc.Arbitrary<Schema>,
  value: fc.Arbitrary<JsonValue> | (() => fc.Arbitrary<JsonValue>),
): fc.Arbitrary<Case> {
  return fc.record({ schema, value: typeof value === 'function' ? value() : value, defs: fc.constant({}) });
}

function choice(): fc.Arbitrary<Case> {
  const scalar = fc.oneof(
    word,
    fc.integer(),
    fc.boolean(),
    fc.constantFrom<JsonValue>('', null, '1', 1, [1], { a: 1 }),
  );
  return fc
    .tuple(
      fc.uniqueArray(scalar, { minLength: 1, maxLength: 12, selector: (one) => JSON.stringify(one) }),
      fc.nat(),
      fc.nat(3),
    )
    .map(([values, index, shape]): Case => {
      const value = values[index % values.length] ?? null;
      const constants = values.map((one): JsonObject => ({ const: one }));
      if (shape === 0) return { schema: { oneOf: constants }, value, defs: {} };
      if (shape === 1)
        return { schema: { type: 'array', items: { enum: values } }, value: [value, value], defs: {} };
      if (shape === 2) return { schema: { const: value }, value, defs: {} };
      return { schema: { enum: values }, value, defs: {} };
    });
}

/** A definition that refers to itself, and a value some levels deep. */
function tree(): fc.Arbitrary<Case> {
  const defs: Defs = {
    Tree: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1 },
        next: { $ref: '#/$defs/Tree' },
        branches: { type: 'array', items: { $ref: '#/$defs/Tree' } },
      },
    },
  };
  const { node } = fc.letrec<{ node: JsonObject }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.record({ name: word }).map(plain),
      fc.record({ name: word, next: tie('node') }).map(plain),
      fc.record({ name: word, branches: fc.array(tie('node'), { maxLength: 2 }) }).map(plain),
    ),
  }));
  return node.map((value) => ({ schema: { $ref: '#/$defs/Tree' }, value, defs }));
}

function composite(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.oneof(
    object(inner),
    list(inner),
    tuple(inner),
    map(inner),
    nullable(inner),
    union(inner),
    discriminated(inner),
    split(inner),
  );
}

interface Member extends Case {
  name: string;
  required: boolean;
  isThere: boolean;
}

function membersOf(inner: fc.Arbitrary<Case>): fc.Arbitrary<Member[]> {
  const member = fc
    .tuple(inner, key, fc.boolean(), fc.boolean())
    .map(([one, name, required, isThere]) => ({ ...one, name, required, isThere: required || isThere }));
  return fc.uniqueArray(member, { maxLength: 4, selector: (one) => one.name });
}

function objectOf(members: Member[]): Case {
  const there = members.filter((one) => one.isThere);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
      required: members.filter((one) => one.required).map((one) => one.name),
    },
    value: Object.fromEntries(there.map(({ name, value }) => [name, value])),
    defs: defsOf(members),
  };
}

function object(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return membersOf(inner).map(objectOf);
}

/** The same object in two parts. */
function split(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return membersOf(inner).map((members) => {
    const { value, defs } = objectOf(members);
    const [left, right] = [members.slice(0, 1), members.slice(1)].map((part) => objectOf(part).schema);
    return { schema: { allOf: [left ?? true, right ?? true] }, value, defs };
  });
}

/** Items that differ need a schema that takes each of them. */
function list(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.oneof(
    fc.tuple(inner, fc.nat(3)).map(([{ schema, value, defs }, length]) => ({
      schema: { type: 'array', items: schema },
      value: Array.from({ length }, () => value),
      defs,
    })),
    fc
      .tuple(
        fc.array(fc.record({ name: word, size: fc.integer() }, { requiredKeys: ['name'] }).map(plain), {
          maxLength: 4,
        }),
        fc.nat(4),
      )
      .map(
        ([value, minItems]): Case => ({
          schema: {
            type: 'array',
            minItems: Math.min(minItems, value.length),
            items: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string' }, size: { type: 'integer' } },
            },
          },
          value,
          defs: {},
        }),
      ),
  );
}

function tuple(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc
    .tuple(
      fc.array(inner, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.nat(3),
      fc.array(word, { maxLength: 2 }),
    )
    .map(([parts, isOpen, cut, rest]) => {
      const values = parts.map((part) => part.value);
      const value = cut === 0 ? values.slice(0, -1) : isOpen ? [...values, ...rest] : values;
      const schema = {
        type: 'array',
        prefixItems: parts.map((part) => part.schema),
        items: isOpen ? { type: 'string' } : false,
      };
      return { schema, value, defs: defsOf(parts) };
    });
}

function map(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc
    .tuple(inner, fc.uniqueArray(key, { maxLength: 3 }), fc.boolean())
    .map(([{ schema, value, defs }, keys, byPattern]) => ({
      schema: byPattern
        ? { type: 'object', patternProperties: { '^': schema }, additionalProperties: false }
        : { type: 'object', additionalProperties: schema },
      value: Object.fromEntries(keys.map((one) => [one, value])),
      defs,
    }));
}

function nullable(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(inner, fc.boolean(), fc.boolean()).map(([{ schema, value, defs }, isNull, shape]) => {
    const type = typeof schema === 'object' && shape ? schema['type'] : undefined;
    return {
      schema:
        typeof type === 'string' && typeof schema === 'object'
          ? { ...schema, type: [type, 'null'] }
          : { anyOf: [schema, { type: 'null' }] },
      value: isNull ? null : value,
      defs,
    };
  });
}

/** Branches that a constant tells apart, or their types. */
function union(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  const marked = fc
    .tuple(fc.array(membersOf(inner), { minLength: 2, maxLength: 3 }), fc.nat(), fc.boolean())
    .map(([lists, index, any]) => {
      const branches = lists.map((members, number) =>
        objectOf([...members.filter((one) => one.name !== 'kind'), kindMember(`kind${number}`)]),
      );
      return {
        schema: { [any ? 'anyOf' : 'oneOf']: branches.map((branch) => branch.schema) },
        value: branches[index % branches.length]?.value ?? null,
        defs: defsOf(branches),
      };
    });
  const typed = fc
    .tuple(fc.oneof(word, fc.integer(), fc.boolean(), fc.array(word, { maxLength: 2 })), inner)
    .map(
      ([value]): Case => ({
        schema: {
          oneOf: [
            { type: 'string' },
            { type: 'integer' },
            { type: 'boolean' },
            { type: 'array', items: { type: 'string' } },
          ],
        },
        value,
        defs: {},
      }),
    );
  return fc.oneof(marked, typed);
}

function kindMember(kind: string): Member {
  return { name: 'kind', schema: { const: kind }, value: kind, defs: {}, required: true, isThere: true };
}

/** Branches by reference, which OpenAPI's discriminator tells apart: by their names, or by a mapping. */
function discriminated(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc
    .tuple(fc.array(membersOf(inner), { minLength: 2, maxLength: 3 }), fc.nat(), fc.boolean())
    .map(([lists, index, isMapped]) => {
      // Two unions of one schema keep apart what they define: only what is the same has the same name.
      const id = hash('sha1', JSON.stringify([lists, isMapped])).slice(0, 8);
      const branches = lists.map((members, number) => {
        const name = `B${id}${number}`;
        const kind = isMapped ? `k${number}` : name;
        const member = { ...kindMember(kind), schema: { type: 'string' } };
        return { ...objectOf([...members.filter((one) => one.name !== 'kind'), member]), name, kind };
      });
      const mapping = Object.fromEntries(branches.map(({ name, kind }) => [kind, `#/$defs/${name}`]));
      return {
        schema: {
          oneOf: branches.map(({ name }) => ({ $ref: `#/$defs/${name}` })),
          discriminator: { propertyName: 'kind', ...(isMapped ? { mapping } : {}) },
        },
        value: branches[index % branches.length]?.value ?? null,
        defs: {
          ...defsOf(branches),
          ...Object.fromEntries(branches.map(({ name, schema }) => [name, schema])),
        },
      };
    });
}

function defsOf(cases: Case[]): Defs {
  return Object.assign({}, ...cases.map((one) => one.defs)) as Defs;
}

/** Records of fast-check have no prototype, or keys that are not there. */
function plain(value: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === undefined ? [] : [[name, inner]])),
  );
}
