import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ChoicePrices } from '../../../../components/pricing/price-explorer.tsx';
import { CreditsBuy } from '../../../../components/pricing/credits-buy.tsx';
import { RangePlot } from '../../../../components/pricing/range-plot.tsx';
import { WhatIf } from '../../../../components/pricing/what-if.tsx';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { compilePrice } from '../../../../lib/price/compile-price.ts';
import { type Price, priceSchema } from '../../../../lib/price/price.ts';
import type { RequestField } from '../../../../lib/operation/request-fields.ts';
import { estimateField, type Situation } from '../../../../lib/what-if/estimate-field.ts';
import { type FieldAxis, fieldAxis } from '../../../../lib/what-if/field-axis.ts';

const price: Price = priceSchema.parse({
  lines: [
    { label: 'Pages', per: { quantity: 'input.pages', rate: 2, unit: 'ten pages', every: 10 } },
    { label: 'Format', choice: { value: 'input.format', credits: { png: 3, svg: 0 } } },
    { label: 'Signed', flat: 1, when: 'has(input.name)' },
    { label: 'Text', per: { quantity: 'size(input.text)', rate: 1, unit: 'KB', every: 1000 } },
  ],
  maximum: 500,
});

function field(
  name: string,
  type: string,
  schema: JsonObject,
  more: Partial<RequestField> = {},
): RequestField {
  const label = `The ${name}`;
  const affectsPrice = true;
  return { name, in: 'body', label, description: '', type, required: true, schema, affectsPrice, ...more };
}

const fields = [
  field('pages', 'integer', { type: 'integer', minimum: 1, maximum: 100 }),
  field('format', 'string', { enum: ['png', 'svg'] }, { enum: ['png', 'svg'] }),
  field('name', 'string', { type: 'string', maxLength: 9 }, { required: false }),
  field('text', 'string', { type: 'string' }),
];

function look(name: string, input: JsonObject) {
  const compiled = compilePrice(price);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  const { program } = compiled;
  const situation: Situation = { program, fields, input, missing: new Set(), invalid: new Set() };
  const found = fields.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`There is no field ${name}.`);
  const estimate = estimateField(situation, found);
  const axis = fieldAxis(found, estimate);
  if (!axis) throw new Error(`${name} has no axis.`);
  return { field: found, estimate, axis, situation };
}

const input = { pages: 14, format: 'svg', text: 'a'.repeat(1_500) };
const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the plot of a number', () => {
  const { axis, ...seen } = look('pages', input);
  const markup = renderToStaticMarkup(<Plot axis={axis} seen={seen} />);

  it('says what the form holds, and what it costs', () => {
    expect(textOf(markup)).toContain('6 credits with 14 (your input)');
    expect(markup).toContain('aria-valuetext="14: 6 credits"');
    expect(markup).toContain('aria-label="Credits by The pages: from 4 to 22."');
  });

  it('has every step in its table', () => {
    expect(textOf(markup)).toContain('The pages Credits 1–10 4 11–20 6 21–30 8');
  });

  it('is drawn without a style that a policy could forbid', () => {
    expect(markup).not.toContain('style=');
  });
});

function Plot({ axis, seen }: { axis: FieldAxis; seen: Omit<ReturnType<typeof look>, 'axis'> }) {
  if (axis.kind === 'choice') throw new Error('Expected a range.');
  return (
    <RangePlot
      field={seen.field}
      axis={axis}
      estimate={seen.estimate}
      own={{ position: 13, credits: 6 }}
      evaluations={500}
    />
  );
}

describe('the prices of choices', () => {
  const table = (name: string, current: string | undefined) => {
    const { axis, ...seen } = look(name, input);
    if (axis.kind !== 'choice') throw new Error('Expected choices.');
    return textOf(
      renderToStaticMarkup(
        <ChoicePrices field={seen.field} estimate={seen.estimate} axis={axis} current={current} />,
      ),
    );
  };

  it('stand beside each choice, and the one of the form is marked', () => {
    expect(table('format', 'svg')).toMatch(/png 9 svg your input 6$/);
  });

  it('are two for a field that costs the same whatever it holds', () => {
    expect(table('name', undefined)).toMatch(/left out your input 6 given 7$/);
    expect(table('name', 'x')).toMatch(/left out 6 given your input 7$/);
  });
});

const sentence = (name: string, given: JsonObject, to: number) =>
  textOf(renderToStaticMarkup(<CreditsBuy {...look(name, given)} price={{ from: to, to }} />));

it.each<[string, JsonObject, number, string]>([
  ['pages', input, 10, 'The pages up to 40.'],
  ['pages', input, 3, 'not enough for any The pages.'],
  ['pages', { ...input, format: 'png' }, 9, 'The pages up to 20.'],
  ['text', input, 10, 'The text of up to 6,000 characters.'],
  ['format', input, 6, 'The format svg.'],
  ['format', input, 9, 'any The format.'],
  ['pages', { pages: 1, format: 'svg' }, 9, 'correct The text first.'],
])('what some credits buy: %s of %j for %i credits', (name, given, credits, expected) => {
  expect(sentence(name, given, credits)).toContain(expected);
});

it('says so where nothing changes the price', () => {
  const flat = { from: 1, to: 1, written: { lines: [{ label: 'A call', flat: 1 }], maximum: 1 } };
  const markup = renderToStaticMarkup(<WhatIf slug="isbn" fields={[]} input={{}} price={flat} />);
  expect(textOf(markup)).toBe('Price calculator Every call costs 1 credit, whatever the input.');
});
