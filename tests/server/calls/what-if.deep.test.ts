import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../../lib/json/json.ts';
import { compilePrice } from '../../../lib/price/compile-price.ts';
import { mostFor } from '../../../lib/what-if/invert.ts';
import { priceSchema } from '../../../lib/price/price.ts';
import { quoteResult } from '../../../lib/product/quote-result.ts';
import type { RequestField } from '../../../lib/operation/request-fields.ts';
import {
  estimateField,
  estimateInput,
  faultyNames,
  type Situation,
} from '../../../lib/what-if/estimate-field.ts';
import { type FieldAxis, fieldAxis } from '../../../lib/what-if/field-axis.ts';
import { priceCurve } from '../../../lib/what-if/price-curve.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';

const slugsOf = z.object({ list: z.array(z.object({ slug: z.string() })) });
const playground = z.object({
  request: z.array(z.custom<RequestField>((field) => typeof field === 'object')),
  price: z.object({ written: priceSchema }),
  examples: z.array(z.object({ input: z.record(z.string(), z.json()) })),
});

let portal: RunningPortal;
let products: Awaited<ReturnType<typeof readProduct>>[];
beforeAll(async () => {
  portal = await startPortal([], undefined, {}, undefined, { pages: false, toolbox: false });
  const { list } = slugsOf.parse(await ask('/api/product/list?pageSize=100'));
  products = await Promise.all(list.map(({ slug }) => readProduct(slug)));
});
afterAll(() => portal.stop());

async function ask(path: string, body?: JsonObject): Promise<unknown> {
  const request = body && { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(new URL(path, portal.url), request)).json();
}

async function readProduct(slug: string) {
  const { request, price, examples } = playground.parse(
    await ask(`/api/product/playground?id=${slug}&detail=full`),
  );
  const compiled = compilePrice(price.written);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  return { slug, fields: request, program: compiled.program, example: examples[0]?.input ?? {} };
}

async function estimate(slug: string, input: JsonObject) {
  const {
    missing = [],
    invalid = [],
    ...rest
  } = quoteResult.parse(await ask(`/api/product/credits/required/${slug}?detail=full`, input));
  return { ...rest, missing: faultyNames(missing), invalid: faultyNames(invalid) };
}

type Product = (typeof products)[number];

async function situationOf({ slug, fields, program }: Product, input: JsonObject) {
  const { credits, missing, invalid } = await estimate(slug, input);
  const situation: Situation = { program, fields, input, missing, invalid };
  return { credits, situation };
}

/** Wrong in every field, in one, and in none. */
function inputsOf({ fields, example }: Product): JsonObject[] {
  const wrong: JsonValue[] = [{ no: ['such'] }, null, -1e9, ''];
  const each = fields.flatMap(({ name }) => wrong.map((value) => ({ ...example, [name]: value })));
  const without = fields.map(({ name }) => {
    const { [name]: _, ...others } = example;
    return others;
  });
  const all = Object.fromEntries(fields.map(({ name }) => [name, { no: ['such'] }]));
  return [example, {}, all, { ...example, 'no such field': 1 }, ...each, ...without];
}

/** A value of the length, or the number, at a position. */
function valueOf(axis: FieldAxis, position: number, example: JsonValue | undefined): JsonValue | undefined {
  if (axis.kind === 'choice') {
    const is = axis.choices[position]?.is ?? 'left out';
    return typeof is === 'object' ? is.value : is === 'given' ? example : undefined;
  }
  const value = axis.valueAt(position);
  if (axis.kind === 'number') return value;
  if (value > 20_000) return undefined;
  if (axis.kind !== 'items') return 'a'.repeat(value);
  const item = Array.isArray(example) ? example[0] : undefined;
  return item === undefined || value > 500 ? undefined : Array.from({ length: value }, () => item);
}

const positionsOf = (axis: FieldAxis) =>
  axis.kind === 'choice'
    ? axis.choices.map((_, index) => index)
    : [
        ...new Set([0, 1, 2, 5, 17, 100, 1_001, axis.last / 3, axis.last - 1, axis.last].map(Math.floor)),
      ].filter((position) => position >= 0 && position <= axis.last);

describe('what the browser reckons is what the estimate of the portal says', () => {
  it('for every product of the catalogue, right or wrong', async () => {
    let compared = 0;
    for (const product of products)
      for (const input of inputsOf(product)) {
        const { credits, situation } = await situationOf(product, input);
        expect([product.slug, input, estimateInput(situation)]).toEqual([product.slug, input, credits]);
        compared += 1;
      }
    expect(compared).toBeGreaterThan(500);
  });

  it('along every field that counts', async () => {
    const kinds = new Map<string, number>();
    for (const product of products) {
      const { slug, fields, example } = product;
      const { situation } = await situationOf(product, example);
      for (const field of fields.filter(({ affectsPrice }) => affectsPrice)) {
        const reckon = estimateField(situation, field);
        const axis = fieldAxis(field, reckon);
        if (!axis) continue;
        for (const position of positionsOf(axis)) {
          const { [field.name]: _, ...others } = example;
          const value = valueOf(axis, position, example[field.name] ?? field.example);
          const choice = axis.kind === 'choice' ? axis.choices[position] : undefined;
          const leaveOut = choice?.is === 'left out';
          if (value === undefined && !leaveOut) continue;
          const input = leaveOut ? others : { ...others, [field.name]: value ?? null };
          const { credits, invalid } = await estimate(slug, input);
          if (invalid.size > 0) continue;
          const change = axis.kind === 'choice' ? choice?.change : axis.changeAt(position);
          if (!change) throw new Error('Every position is a change.');
          const reckoned = reckon(change);
          const kept = reckoned?.atMost ? Math.min(credits, reckoned.credits) : reckoned?.credits;
          expect([slug, field.name, position, kept]).toEqual([slug, field.name, position, credits]);
          kinds.set(axis.kind, (kinds.get(axis.kind) ?? 0) + 1);
        }
      }
    }
    expect([...kinds.keys()].sort()).toEqual(['bytes', 'characters', 'choice', 'items', 'number']);
    for (const [kind, count] of kinds) expect([kind, count > 5]).toEqual([kind, true]);
  });

  it('the other way round: what some credits buy costs no more, and one more costs more', async () => {
    let compared = 0;
    for (const product of products) {
      const { slug, fields, program, example } = product;
      const { situation } = await situationOf(product, example);
      for (const field of fields.filter(({ affectsPrice }) => affectsPrice)) {
        const axis = fieldAxis(field, estimateField(situation, field));
        if (axis?.kind !== 'number') continue;
        const curve = priceCurve(
          axis.last,
          (at) => estimateField(situation, field)(axis.changeAt(at))?.credits,
          500,
        );
        for (const { credits = 0 } of curve.points.slice(0, 5)) {
          const found = mostFor(program, { ...example }, field.name, field.schema, credits);
          if (found.kind !== 'number' || found.most === null) continue;
          const bought = await estimate(slug, { ...example, [field.name]: found.most });
          expect([slug, field.name, bought.credits <= credits]).toEqual([slug, field.name, true]);
          const more = await estimate(slug, { ...example, [field.name]: found.most + 1 });
          expect(more.invalid.size > 0 || more.credits > credits).toBe(true);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});
