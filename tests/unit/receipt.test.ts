import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CALL_OUTCOMES,
  chargedCredits,
  type Charge,
  chargeRow,
  chargeTable,
  OUTCOMES,
} from '../../lib/charges.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import { makeReceipt } from '../../lib/make-receipt.ts';
import { evaluatePrice } from '../../lib/price/evaluate.ts';
import type { Price } from '../../lib/price/price.ts';
import { checkSignature } from '../../lib/receipt-signature.ts';
import { endingSchema, makeEnding, receiptSchema } from '../../lib/receipt.ts';
import { verifyReceipt } from '../../lib/verify-receipt.ts';
import { receiptKey, signReceipt, verifyEd25519 } from '../../server/calls/receipt-key.ts';
import { compiled, inputs, prices } from './price-arbitrary.ts';

const secret = Buffer.from('the secret of the portal of these tests');

interface Sample {
  price: Price;
  input: JsonObject;
  used: { usage: JsonValue; response: JsonValue };
  charges: Partial<Record<(typeof OUTCOMES)[number], Charge>>;
  outcome: (typeof CALL_OUTCOMES)[number];
  promisedLess: number | undefined;
  tookMs: number;
}

const charge = fc.constantFrom<Charge>('settled', 'quoted', 'nothing');
const samples: fc.Arbitrary<Sample> = fc.record({
  price: prices,
  input: inputs,
  used: fc.record({
    usage: fc.oneof(fc.record({ used: fc.nat(1_000) }), fc.constant({})),
    response: fc.record({ n: fc.integer({ min: -3, max: 40 }) }),
  }),
  charges: fc.record(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, charge])), { requiredKeys: [] }),
  outcome: fc.constantFrom(...CALL_OUTCOMES),
  promisedLess: fc.option(fc.nat(5), { nil: undefined }),
  tookMs: fc.nat(5_000),
});

/** What the portal does from the quote to the receipt, without its database: JSON stands between the two. */
function receiptFor(sample: Sample): JsonObject {
  const { price, input, used, outcome, promisedLess, tookMs } = sample;
  const program = compiled(price);
  const quote = evaluatePrice(program, { input });
  fc.pre(quote.ok);
  if (!quote.ok) throw new Error('fc.pre has thrown');
  const promised = promisedLess === undefined ? undefined : Math.max(0, quote.credits - promisedLess);
  const quoted = Math.min(quote.credits, promised ?? quote.credits);
  const charges = chargeTable(sample.charges);
  const row = chargeRow(charges, outcome);
  const settled = row === 'settled' ? evaluatePrice(program, { input, ...used }) : undefined;
  const charged = chargedCredits(row, quoted, settled?.ok ? settled.credits : null);
  const ending = makeEnding({
    outcome,
    problem: outcome === 'success' ? undefined : 'upstream-failed',
    charge: row,
    priced: settled?.ok ? settled : quote,
    unpriced: settled && !settled.ok ? settled.detail : undefined,
    promised,
    usage: used.usage,
    upstream: { status: 200, firstByteMs: 3, totalMs: 5 },
    replyHash: 'aGFzaA',
    replyBytes: 300,
  });
  const startedAt = new Date(1_800_000_000_000);
  const settledAt = new Date(startedAt.getTime() + tookMs);
  const receipt = makeReceipt({
    id: 'call_0123456789abcdefghjkmnpq',
    product: { id: 'prd_a', slug: 'a', name: 'A' },
    template: { id: 'tpl_a', version: 1, hash: 'abc' },
    price,
    charges,
    caller: 'guest',
    state: charged > 0 ? 'settled' : 'released',
    quoted,
    charged,
    startedAt,
    settledAt,
    inputHash: 'aW5wdXQ',
    ending: endingSchema.parse(overTheWire(ending)),
    entries: charged > 0 ? [{ id: 7, kind: 'charge', amount: -charged, at: settledAt }] : [],
  });
  return objectOf(signReceipt(objectOf(overTheWire(receipt)), secret));
}

function overTheWire(value: unknown): JsonValue {
  const read: JsonValue = JSON.parse(JSON.stringify(value));
  return read;
}

function objectOf(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw new Error('Expected an object.');
  return value;
}

interface Place {
  path: string[];
  value: JsonValue;
}

function leavesOf(value: JsonValue, path: string[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The receipt with another value in one place. */
function changed(receipt: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const copy = objectOf(overTheWire(receipt));
  let at: JsonValue = copy;
  for (const key of path.slice(0, -1))
    at = Array.isArray(at) ? (at[Number(key)] ?? null) : (objectOf(at)[key] ?? null);
  const last = path.at(-1) ?? '';
  if (Array.isArray(at)) at[Number(last)] = value;
  else objectOf(at)[last] = value;
  return copy;
}

function tampered(value: JsonValue, by: number): JsonValue {
  if (typeof value === 'number') return value + by;
  if (typeof value === 'string')
    return /\d/.test(value) ? value.replace(/\d/, (d) => String((Number(d) + by) % 10)) : `${value}x`;
  if (value === null) return by;
  return !value;
}

/** A quantity may differ a little within what is included, and two outcomes cost the same: the signature shows those. */
const figures =
  /^\/(held|charged|charge|priced\/(subtotal|credits|by|clamped|lines\/\d+\/(label|text|units|amount|applies))|entries\/0\/amount|times\/milliseconds)$/;

describe('a receipt', () => {
  it('is read as its schema says, reckons up, and is signed', async () => {
    await fc.assert(
      fc.asyncProperty(samples, async (sample) => {
        const receipt = receiptFor(sample);
        expect(receiptSchema.parse(receipt)).toEqual(receipt);
        expect(verifyReceipt(receipt)).toEqual({ ok: true });
        expect(await checkSignature(receipt, verifyEd25519)).toEqual({
          holds: true,
          publicKey: receiptKey(secret).publicKey,
        });
      }),
      { numRuns: 100 },
    );
  }, 20_000);

  it('shows any value that was changed, by its signature', async () => {
    await fc.assert(
      fc.asyncProperty(samples, fc.integer({ min: 1, max: 9 }), async (sample, by) => {
        const receipt = receiptFor(sample);
        for (const { path, value } of leavesOf(receipt)) {
          const forged = changed(receipt, path, tampered(value, by));
          expect((await checkSignature(forged, verifyEd25519)).holds, path.join('/')).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  }, 20_000);

  it('shows each figure that does not follow from the others, even where it is signed anew', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 9 }), (sample, by) => {
        const receipt = receiptFor(sample);
        const places = leavesOf(receipt).filter(({ path }) => figures.test(`/${path.join('/')}`));
        expect(places.length).toBeGreaterThan(5);
        for (const { path, value } of places) {
          const result = verifyReceipt(changed(receipt, path, tampered(value, by)));
          expect(result.ok, `${path.join('/')} ${JSON.stringify(value)}`).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  }, 20_000);
});
