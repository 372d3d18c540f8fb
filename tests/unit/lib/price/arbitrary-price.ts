import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import { compilePrice, type PriceProgram } from '../../../../lib/price/compile-price.ts';
import { type Price, priceSchema } from '../../../../lib/price/price.ts';

/** A schema with a field of every sort, and prices whose random expressions read them. */
export const inputSchema = {
  type: 'object',
  required: ['count', 'format', 'text', 'rows', 'endless'],
  properties: {
    count: { type: 'integer', minimum: 0, maximum: 20 },
    offset: { type: 'integer', minimum: -5, maximum: 5 },
    ratio: { type: 'number', exclusiveMinimum: 0, maximum: 2.5 },
    format: { enum: ['png', 'svg', 'pdf'] },
    wide: { type: 'boolean' },
    text: { type: 'string', minLength: 1, maxLength: 6 },
    rows: { type: 'array', maxItems: 4, items: { $ref: '#/$defs/Row' } },
    level: { type: ['integer', 'null'], minimum: 1, maximum: 3 },
    endless: { type: 'integer', minimum: 0 },
    size: { anyOf: [{ type: 'integer', minimum: 3, maximum: 4 }, { const: 'auto' }] },
    nested: {
      type: 'object',
      required: ['x'],
      properties: { x: { type: 'number', minimum: 1, maximum: 9 }, y: { const: 2 } },
    },
  },
  $defs: {
    Row: { type: 'object', required: ['n'], properties: { n: { type: 'number', minimum: 0, maximum: 9 } } },
  },
} satisfies JsonObject;

const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const tenths = (max: number) => fc.integer({ min: 0, max: max * 10 }).map((value) => value / 10);

/** One arbitrary for each field, of its valid values. */
export const fieldValues: Record<keyof typeof inputSchema.properties, fc.Arbitrary<JsonValue>> = {
  count: fc.integer({ min: 0, max: 20 }),
  offset: fc.integer({ min: -5, max: 5 }),
  ratio: fc.oneof(
    double(0.000001, 2.5),
    tenths(2).map((value) => value + 0.1),
  ),
  format: fc.constantFrom('png', 'svg', 'pdf'),
  wide: fc.boolean(),
  text: fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'é', '😀') }),
  rows: fc.array(fc.record({ n: fc.oneof(tenths(9), double(0, 9)) }), { maxLength: 4 }),
  level: fc.option(fc.integer({ min: 1, max: 3 })),
  endless: fc.oneof(fc.nat(50), fc.maxSafeNat()),
  size: fc.constantFrom<JsonValue>(3, 4, 'auto'),
  nested: fc.record({ x: double(1, 9), y: fc.constant(2) }, { requiredKeys: ['x'] }),
};

export const inputs: fc.Arbitrary<JsonObject> = fc.record(fieldValues, {
  requiredKeys: ['count', 'format', 'text', 'rows', 'endless'],
});

const numberLeaves = fc.constantFrom(
  // biome-ignore format: a list
  ...[
    '0', '1', '2.5', '-3', '7', 'input.count', 'input.offset', 'input.ratio', 'input.level', 'input.endless', 'input.size', 'input.nested.x',
    'input.rows[0].n', 'size(input.text)', 'size(input.rows)', 'size(input.format)', 'size(input.nested)', 'size(input)',
    'sum(input.rows.map(r, r.n))', 'max(input.rows.map(r, r.n))', 'input.rows.filter(r, r.n > 3).size()',
    '{"png": 1, "svg": 2.5}[input.format]', '(has(input.offset) ? input.offset : 2)', '(input.level == null ? 4 : input.level)',
    '(input.size == "auto" ? 1 : input.size)', '(input.count > 10 ? input.count - 10 : 0)', 'size(input.text + input.format)',
    'size(string(input.wide))',
  ],
);
const truthLeaves = fc.constantFrom(
  // biome-ignore format: a list
  ...[
    'true', 'input.wide', 'has(input.ratio)', 'has(input.nested.y)', '"offset" in input', 'input.format == "svg"',
    'input.format in ["png", "pdf"]', 'input.level != null', 'input.size == "auto"', 'input.rows.exists(r, r.n > 5)',
    'input.rows.all(r, r.n < 8)', 'input.rows.exists_one(r, r.n >= 1)', 'input.format.startsWith("p")', 'input.text.contains("a")',
    'has(input.offset) && input.offset > 1',
  ],
);

const grammar = fc.letrec<{ number: string; truth: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numberLeaves,
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/', '%'), tie('number'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(fc.constantFrom('ceil', 'floor', 'round', 'abs', 'int', 'double', '-'), tie('number'))
      .map(([f, a]) => `${f}(${a})`),
    fc
      .tuple(fc.constantFrom('min', 'max'), tie('number'), tie('number'))
      .map(([f, a, b]) => `${f}(${a}, ${b})`),
    fc.tuple(tie('truth'), tie('number'), tie('number')).map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
  ),
  truth: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    truthLeaves,
    fc
      .tuple(tie('number'), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), tie('number'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(tie('truth'), fc.constantFrom('&&', '||'), tie('truth'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('truth').map((a) => `!(${a})`),
  ),
}));

const short = (source: string) => source.length <= 400;

export const numberExpressions: fc.Arbitrary<string> = grammar.number.filter(short);
export const truthExpressions: fc.Arbitrary<string> = grammar.truth.filter(short);

const credits = fc.integer({ min: 0, max: 5_000 }).map((value) => value / 1_000);

const metered = (expressions: fc.Arbitrary<string>) => ({
  quantity: fc.oneof(
    expressions,
    fc.record({
      quoted: expressions,
      settled: fc.constantFrom('usage.used', 'response.n * 2', 'input.count'),
    }),
  ),
  unit: fc.constant('unit'),
});

const steps = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
    fc.array(credits, { minLength: 4, maxLength: 4 }),
  )
  .map(([edges, rates]) => [
    ...edges.sort((a, b) => a - b).map((upTo, index) => ({ upTo, rate: rates[index] ?? 0 })),
    { rate: rates[3] ?? 0 },
  ]);

function lines(numbers: fc.Arbitrary<string>, truths: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const rules = fc.oneof(
    fc.record({ flat: credits }),
    fc.record({
      per: fc.record(
        {
          ...metered(numbers),
          rate: credits,
          every: fc.constantFrom(0.1, 1, 3),
          included: fc.constantFrom(0, 2, 5.5),
        },
        { requiredKeys: ['quantity', 'unit', 'rate'] },
      ),
    }),
    fc.record({
      tiers: fc.record({ ...metered(numbers), mode: fc.constantFrom('graduated', 'volume'), steps }),
    }),
    fc.record({
      choice: fc.record(
        {
          value: fc.oneof(
            fc.constantFrom('input.format', 'input.wide', 'input.level', 'input.size', 'input.text'),
            numbers,
          ),
          credits: fc.record({
            png: credits,
            svg: credits,
            true: credits,
            null: credits,
            '2': credits,
            auto: credits,
          }),
          otherwise: credits,
        },
        { requiredKeys: ['value', 'credits'] },
      ),
    }),
  );
  return fc
    .tuple(rules, fc.option(truths, { nil: undefined, freq: 3 }))
    .map(([rule, when]) => ({ label: 'Line', ...rule, ...(when !== undefined && { when }) }));
}

export const prices: fc.Arbitrary<Price> = pricesOf(numberExpressions, truthExpressions);

export function pricesOf(numbers: fc.Arbitrary<string>, truths: fc.Arbitrary<string>): fc.Arbitrary<Price> {
  return fc
    .record(
      {
        lines: fc.array(lines(numbers, truths), { maxLength: 4 }),
        maximum: fc.oneof(fc.integer({ min: 10, max: 60 }), fc.constant(1_000_000_000)),
        minimum: fc.integer({ min: 0, max: 10 }),
      },
      { requiredKeys: ['lines', 'maximum'] },
    )
    .map((price) => priceSchema.parse(price));
}

/** A random expression may be refused for what it multiplies; such a price is no subject. */
export function compiled(price: Price): PriceProgram {
  const result = compilePrice(price);
  fc.pre(result.ok);
  if (!result.ok) throw new Error('fc.pre has thrown');
  return result.program;
}

export const uses = fc.record({
  usage: fc.oneof(fc.record({ used: fc.nat(40) }), fc.constant({})),
  response: fc.record({ n: fc.integer({ min: -3, max: 20 }) }),
});

/** Small changes of a price, most of which make it cheaper. */
export const changes: fc.Arbitrary<(price: Price) => Price> = fc.oneof(
  fc.nat(3).map((place) => (price: Price) => ({
    ...price,
    lines: price.lines.filter((_, index) => index !== place),
  })),
  fc.tuple(fc.nat(3), fc.constantFrom(0, 0.5, 1, 1.5)).map(([place, factor]) => (price: Price) => ({
    ...price,
    lines: price.lines.map((line, index) => (index === place ? scaled(line, factor) : line)),
  })),
  fc.constantFrom('input.wide', 'true').map((when) => (price: Price) => ({
    ...price,
    lines: price.lines.map((line) => ({ when, ...line })),
  })),
  fc.integer({ min: 10, max: 60 }).map((maximum) => (price: Price) => ({ ...price, maximum })),
  fc.integer({ min: 0, max: 10 }).map((minimum) => (price: Price) => ({ ...price, minimum })),
  fc.integer({ min: 0, max: 3 }).map((credits) => (price: Price) => ({
    ...price,
    lines: [...price.lines, { label: 'More', flat: credits }],
  })),
);

function scaled(line: Price['lines'][number], factor: number): Price['lines'][number] {
  const by = (credits: number) => Math.round(credits * factor * 1_000) / 1_000;
  const { flat, per, tiers, choice } = line;
  return {
    ...line,
    ...(flat !== undefined && { flat: by(flat) }),
    ...(per && { per: { ...per, rate: by(per.rate) } }),
    ...(tiers && {
      tiers: { ...tiers, steps: tiers.steps.map((step) => ({ ...step, rate: by(step.rate) })) },
    }),
    ...(choice && {
      choice: {
        ...choice,
        credits: Object.fromEntries(
          Object.entries(choice.credits).map(([name, credits]) => [name, by(credits)]),
        ),
      },
    }),
  };
}
