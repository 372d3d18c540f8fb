import { describe, expect, test } from 'vitest';
import { bindInput } from '../../../lib/bind/bind.ts';
import { exampleInput } from '../../../lib/operation/input-shape.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { evaluatePrice } from '../../../lib/price/evaluate.ts';
import type { PriceLine } from '../../../lib/price/price.ts';
import { shippedCatalogue } from '../../setup/shipped-catalogue.ts';
import { compileVersion } from '../../../server/products/compiled-version.ts';
import type { TagKind } from '../../../server/store/catalogue/published-product.ts';

const products = shippedCatalogue.ok ? shippedCatalogue.catalogue.products.map(({ row }) => made(row)) : [];
const listed = products.filter(({ status }) => status === 1);
const callable = listed.filter(({ validators }) => validators.input({}).length === 0);

test('no file has a mistake, and no product needs an address within to be allowed', () => {
  expect(shippedCatalogue).not.toHaveProperty('mistakes');
});

test('there is enough of everything that a catalogue can hold', () => {
  expect(listed.length).toBeGreaterThanOrEqual(24);
  expect(products.filter(({ status }) => status === 0).length).toBeGreaterThanOrEqual(3);
  expect(new Set(listed.map(({ tags }) => tags(1)[0])).size).toBeGreaterThanOrEqual(6);
  expect(callable.length).toBeGreaterThanOrEqual(5);
  expect(listed.some(({ tags }) => tags(3).length === 0)).toBe(true);
  expect(listed.some(({ tags }) => tags(4).length === 0)).toBe(true);
});

test('the label says of each product truly whether it needs no input', () => {
  const labelled = listed.filter(({ tags }) => tags(4).includes('no-input-needed'));
  expect(labelled.map(({ slug }) => slug)).toEqual(callable.map(({ slug }) => slug));
});

test.each<[string, (line: PriceLine) => boolean]>([
  ['flat', ({ flat }) => flat !== undefined],
  ['per unit', ({ per }) => per !== undefined && per.every === undefined && per.included === undefined],
  ['per step of units', ({ per }) => per?.every !== undefined],
  ['per unit beyond those included', ({ per }) => per?.included !== undefined],
  ['in graduated tiers', ({ tiers }) => tiers?.mode === 'graduated'],
  ['in volume tiers', ({ tiers }) => tiers?.mode === 'volume'],
  ['by choice', ({ choice }) => choice !== undefined],
  ['under a condition', ({ when }) => when !== undefined],
  ['settled by use', ({ per, tiers }) => typeof (per ?? tiers)?.quantity === 'object'],
])('a listed product is priced %s', (_, has) => {
  expect(listed.some(({ template }) => template['x-farebox'].price.lines.some(has))).toBe(true);
});

test('a listed product has a least price', () => {
  expect(listed.some(({ template }) => template['x-farebox'].price.minimum !== undefined)).toBe(true);
});

describe.each(products)('$slug', ({ shape, validators, price, bounds, bind, sections, doc }) => {
  const input = exampleInput(shape);

  test('its examples make a valid input, with a price inside its range', () => {
    expect(validators.input(input)).toEqual([]);
    expect(bind(input)).toMatchObject({ ok: true });
    const evaluation = evaluatePrice(price, { input });
    expect(evaluation).toMatchObject({ ok: true });
    expect(evaluation).toHaveProperty('credits', expect.toSatisfy(within(bounds)));
  });

  test('it has an introduction, and documentation with an example', () => {
    expect([1, 2, 3]).toContain(sections);
    expect(doc).toMatch(/^## Example[\s\S]*```json/m);
    expect(doc).toMatch(/^## .*\bprice$/im);
  });
});

type Row = Extract<typeof shippedCatalogue, { ok: true }>['catalogue']['products'][number]['row'];

/** A product as the portal makes it ready for calls. */
function made(row: Row) {
  const version = compileVersion({ ...row.template, templateKey: 1 });
  const { template, shape } = version;
  return {
    ...version,
    slug: row.slug,
    status: row.status,
    doc: row.doc,
    sections: [...row.introduction.matchAll(/"title":/g)].length,
    tags: (kind: TagKind) => row.tags.filter((tag) => tag.kind === kind).map(({ slug }) => slug),
    bind: (input: JsonObject) => bindInput(template, shape, input, { toolboxPort: '4010' }),
  };
}

function within({ from, to }: { from: number; to: number }) {
  return (credits: unknown) => typeof credits === 'number' && credits >= from && credits <= to;
}
