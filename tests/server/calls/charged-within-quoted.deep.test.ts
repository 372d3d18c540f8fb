import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../lib/json/json.ts';
import { checkPrice } from '../../../lib/price/check-price.ts';
import { compilePrice } from '../../../lib/price/compile-price.ts';
import type { Price } from '../../../lib/price/price.ts';
import { callRow } from '../../setup/call-expectations.ts';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';
import { testSeed } from '../../setup/seed.ts';
import type { TestProduct } from '../../setup/test-catalogue.ts';
import { inputSchema, inputs, prices } from '../../unit/lib/price/arbitrary-price.ts';

const products = 25;
const callsOfEach = 6;

const { $defs, ...whole } = inputSchema;
const schemas = fc.subarray(whole.required).map((required) => ({
  ...whole,
  required,
  properties: { ...whole.properties, script: { type: 'object' } },
}));

/** Few upstreams of chance use more than was quoted: with this line many do. */
const use = {
  label: 'Use',
  per: { quantity: { quoted: '1', settled: 'usage.used' }, rate: 1, unit: 'unit' },
};
const pricesByUse = prices.map(({ lines }): Price => ({ lines: [use, ...lines], maximum: 1_000_000 }));
const anyPrice = fc.oneof(prices, pricesByUse);

/** Those that the portal would publish. */
function isPublishable([price, schema]: [Price, JsonObject]): boolean {
  const input = { ...schema, $defs };
  const compiled = compilePrice(price, input);
  return compiled.ok && checkPrice(compiled.program, input).errors.length === 0;
}

const anyRow = fc.constantFrom('settled', 'quoted', 'nothing');
const success = fc.oneof({ weight: 3, arbitrary: fc.constant('settled') }, anyRow);
const charges = fc.record({ success, upstream4xx: anyRow, upstream5xx: anyRow });
const generated: TestProduct[] = fc
  .sample(fc.tuple(fc.tuple(anyPrice, schemas).filter(isPublishable), charges), products)
  .map(([[{ lines, minimum, maximum }, schema], table], index) => ({
    slug: `generated-${index}`,
    lines: z.array(z.record(z.string(), z.json())).parse(JSON.parse(JSON.stringify(lines))),
    ...(minimum !== undefined && { minimum }),
    ...{ maximum, schema, defs: $defs, charges: table },
  }));

/** What an upstream may answer: by status, by what it says was used, and now and then by nonsense. */
const numbers = fc.oneof(
  // Charged less than quoted.
  fc.constant(0),
  fc.nat(60),
  fc.maxSafeNat(),
  fc.double({ noNaN: true }),
  fc.integer({ min: -9, max: 0 }),
);
const replies = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ usage: fc.record({ used: numbers }), n: numbers })
      .map((body) => JSON.stringify(body)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);
const scripts = fc.record({
  status: fc.oneof({ weight: 5, arbitrary: fc.constant(200) }, fc.constantFrom(400, 500)),
  type: fc.constant('text/plain'),
  chunks: fc.tuple(replies),
});

let portal: CallPortal;
beforeAll(async () => {
  portal = await startCallPortal(
    { FAREBOX_GUEST_CREDITS: '1000000000', FAREBOX_METRICS: 'open' },
    generated,
    { pages: false, toolbox: false },
  );
});
afterAll(() => portal.stop());

const estimate = z.object({ credits: z.int(), missing: z.array(z.unknown()), invalid: z.array(z.unknown()) });

async function estimateOf(slug: string, input: JsonObject) {
  const answer = await fetch(`${portal.url}/api/product/credits/required/${slug}?detail=full`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  return estimate.safeParse(await answer.json()).data;
}

it('charges at most the quote, whatever the price, the input and the upstream', async () => {
  let served = 0;
  let less = 0;
  for (const [at, { slug }] of generated.entries()) {
    const sample = { numRuns: callsOfEach, seed: testSeed + at };
    for (const [input, script] of fc.sample(fc.tuple(inputs, scripts), sample)) {
      const given = { ...input, script };
      const quoted = await estimateOf(slug, given);
      const reply = await portal.call(slug, given);
      const shown = JSON.stringify([slug, given, quoted, reply.status, reply.text.slice(0, 300)]);
      expect([200, 402, 422, 502], shown).toContain(reply.status);
      expect(reply.charged, shown).toBeLessThanOrEqual(quoted?.credits ?? 0);
      const row = await callRow(portal.dataFolder, reply.callId);
      expect([reply.charged, quoted?.credits], shown).toEqual(
        row ? [row.charged, row.quoted] : [0, quoted?.credits],
      );
      served += Number(reply.status === 200);
      less += Number(reply.status === 200 && reply.charged < (quoted?.credits ?? 0));
    }
  }
  expect(served).toBeGreaterThan(products);
  // Without calls that use less or more than was quoted, this would hold by itself. They are few, and random.
  expect(less).toBeGreaterThan(0);
  const metrics = await (await fetch(`${portal.url}/metrics`)).text();
  const above = /^farebox_settles_above_quote_total (\d+)$/m.exec(metrics)?.[1];
  expect(Number(above)).toBeGreaterThan(0);
});
