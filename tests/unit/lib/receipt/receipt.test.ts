import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callOutcomes,
  chargedCredits,
  type Charge,
  chargeRow,
  chargeTable,
  outcomes,
} from '../../../../lib/call/charges.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/json/json.ts';
import { makeReceipt } from '../../../../lib/receipt/make-receipt.ts';
import { evaluatePrice, settlePrice } from '../../../../lib/price/evaluate.ts';
import type { Price } from '../../../../lib/price/price.ts';
import {
  verifyEd25519 as verifyInBrowser,
  checkSignature,
} from '../../../../lib/receipt/receipt-signature.ts';
import { endingSchema, makeEnding, receiptSchema } from '../../../../lib/receipt/receipt.ts';
import { checkedText, receiptChecks } from '../../../../lib/receipt/receipt-checks.ts';
import { receiptRows } from '../../../../lib/view/receipt-rows.ts';
import { verifyReceipt } from '../../../../lib/receipt/verify-receipt.ts';
import { receiptKey, signWithReceiptKey, verifyEd25519 } from '../../../../server/portal/receipt-key.ts';
import { runs } from '../../../setup/runs.ts';
import { compiled, inputs, prices } from '../price/arbitrary-price.ts';

const secret = Buffer.from('the secret of the portal of these tests');

interface Sample {
  price: Price;
  input: JsonObject;
  used: { usage: JsonValue; response: JsonValue };
  charges: Partial<Record<(typeof outcomes)[number], Charge>>;
  outcome: (typeof callOutcomes)[number];
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
  charges: fc.record(Object.fromEntries(outcomes.map((outcome) => [outcome, charge])), { requiredKeys: [] }),
  outcome: fc.constantFrom(...callOutcomes),
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
  const settled = row === 'settled' ? settlePrice(program, quote, { input, ...used }) : undefined;
  const charged = chargedCredits(row, quoted, settled?.ok ? settled.credits : null);
  const ending = makeEnding({
    outcome,
    problem: outcome === 'success' ? undefined : 'upstream-failed',
    charge: row,
    priced: settled?.ok ? settled : quote,
    quote,
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
  return objectOf(signWithReceiptKey(objectOf(overTheWire(receipt)), secret));
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
  /^\/(held|charged|charge|(priced|quote)\/(subtotal|credits|by|clamped|lines\/\d+\/(label|text|units|amount|applies))|entries\/0\/amount|times\/milliseconds)$/;

it('the checks of a receipt are all that is reckoned again: they hold where it does, and no difference is lost', () => {
  fc.assert(
    fc.property(samples, fc.nat(), fc.integer({ min: 1, max: 9 }), (sample, place, by) => {
      const receipt = receiptFor(sample);
      const right = receiptChecks(receipt);
      expect(right.readable && right.checks.flatMap(({ differences }) => differences)).toEqual([]);
      const leaves = leavesOf(receipt);
      const { path = [], value = null } = leaves[place % leaves.length] ?? {};
      const forged = changed(receipt, path, tampered(value, by));
      const verification = verifyReceipt(forged);
      const expected = verification.ok ? [] : verification.differences;
      const found = receiptChecks(forged);
      const differences = found.readable
        ? found.checks.flatMap((check) => check.differences)
        : found.differences;
      expect(new Set(differences.map(({ pointer }) => pointer))).toEqual(
        new Set(expected.map(({ pointer }) => pointer)),
      );
      expect(differences).toHaveLength(expected.length);
    }),
  );
});

/** What a row says, in millionths: the sum of large ones is beyond what a number holds. */
function microsOf(text: string): bigint {
  const [, sign = '', whole = '', part = ''] = /^([+−]?)([\d,]+)(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  const micros = BigInt(whole.replaceAll(',', '') + part.padEnd(6, '0'));
  return sign === '−' ? -micros : micros;
}

describe('the lines of a receipt', () => {
  it('add up to the price, with what rounding and bounds add', () => {
    fc.assert(
      fc.property(samples, (sample) => {
        const receipt = receiptSchema.parse(receiptFor(sample));
        const rows = receiptRows(receipt);
        const first = rows.findIndex(({ ruled }) => ruled === true);
        const sums = rows.slice(0, first).filter(({ label }) => !/^Quote/.test(label));
        const sum = sums.reduce((total, { amount }) => total + microsOf(amount), 0n);
        expect(sum).toBe(BigInt(receipt.priced?.credits ?? 0) * 1_000_000n);
        const last = rows.at(-1);
        expect([last?.label, microsOf(last?.amount ?? '')]).toEqual([
          'Charged',
          BigInt(receipt.charged) * 1_000_000n,
        ]);
      }),
    );
  });

  const sample: Sample = {
    price: { lines: [], maximum: 9 },
    input: {},
    used: { usage: {}, response: {} },
    charges: {},
    outcome: 'success',
    promisedLess: undefined,
    tookMs: 5,
  };
  const rowsOf = (lines: Price['lines'], more: Partial<Sample> = {}, minimum?: number) =>
    receiptRows(
      receiptSchema.parse(
        receiptFor({
          ...sample,
          price: { lines, maximum: 9, ...(minimum !== undefined && { minimum }) },
          ...more,
        }),
      ),
    ).map(({ label, amount }) => [label, amount]);

  it('that charge nothing do not say what was counted', () => {
    const receipt = (size: number) =>
      receiptSchema.parse(
        receiptFor({
          ...sample,
          price: {
            lines: [
              {
                label: 'Size',
                per: { quantity: 'input.size', rate: 1, unit: 'MB', every: 1000, included: 1000 },
              },
            ],
            maximum: 9,
          },
          input: { size },
        }),
      );
    expect(receiptRows(receipt(232.5))[0]?.detail).not.toContain('counted');
    expect(receiptRows(receipt(1232.5))[0]?.detail).toContain('(1,232.5 counted)');
  });

  it.each(
    // biome-ignore format: a table
    [
      [
        'rounding is a line, and the total is not said twice',
        rowsOf([{ label: 'Pixels', flat: 3.416 }]),
        [['Pixels', '3.416'], ['Rounding up', '+0.584'], ['Charged', '4']],
      ],
      ['a minimum is a line', rowsOf([{ label: 'Pixels', flat: 1.5 }], {}, 5), [['Pixels', '1.5'], ['Up to the minimum price', '+3.5'], ['Charged', '5']]],
      ['a maximum is a line', rowsOf([{ label: 'Pixels', flat: 12.5 }]), [['Pixels', '12.5'], ['Down to the maximum price', '−3.5'], ['Charged', '9']]],
      [
        'a call that failed was quoted, and is free',
        rowsOf([{ label: 'Call', flat: 2 }], { outcome: 'timeout' }),
        [['Call', '2'], ['Quoted', '2'], ['Charged', '0']],
      ],
      ['a free call says so once', rowsOf([]), [['Charged', '0']]],
    ],
  )('%s', (_what, rows, expected) => {
    expect(rows).toEqual(expected);
  });
});

it('what was checked is named, and counted as it is listed', () => {
  fc.assert(
    fc.property(samples, (sample) => {
      const found = receiptChecks(receiptFor(sample));
      const checks = found.readable ? found.checks : [];
      const [first = '', ...others] = checkedText(checks).split(', ');
      const lines = /^(\d+) price lines?$/.exec(first);
      expect(others.length + (lines ? Number(lines[1]) : 1)).toBe(checks.length);
    }),
  );
});

it('the signature, in a browser, holds where the server says so, and nowhere else', async () => {
  await fc.assert(
    fc.asyncProperty(samples, fc.nat(), async (sample, place) => {
      const receipt = receiptFor(sample);
      expect(await checkSignature(receipt, verifyInBrowser)).toMatchObject({ holds: true });
      const leaves = leavesOf(receipt);
      const { path = [], value = null } = leaves[place % leaves.length] ?? {};
      const forged = changed(receipt, path, tampered(value, 1));
      expect(await checkSignature(forged, verifyInBrowser)).toEqual(
        await checkSignature(forged, verifyEd25519),
      );
    }),
    { numRuns: runs(10) },
  );
});

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
      { numRuns: runs(20) },
    );
  });

  it('shows any value that was changed, by its signature', async () => {
    await fc.assert(
      fc.asyncProperty(samples, fc.integer({ min: 1, max: 9 }), async (sample, by) => {
        const receipt = receiptFor(sample);
        for (const { path, value } of leavesOf(receipt)) {
          const forged = changed(receipt, path, tampered(value, by));
          expect((await checkSignature(forged, verifyEd25519)).holds, path.join('/')).toBe(false);
        }
      }),
      { numRuns: runs(10) },
    );
  });

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
      { numRuns: runs(20) },
    );
  });
});

describe('what differs in a receipt is named', () => {
  const sample = receiptFor({
    price: {
      lines: [
        { label: 'Base fare', flat: 2 },
        { label: 'Rows', per: { quantity: 'input.count', rate: 0.5, unit: 'row' } },
        { label: 'Format', choice: { value: 'input.format', credits: { png: 1 }, otherwise: 3 } },
        { label: 'Wide', flat: 1, when: 'has(input.wide)' },
      ],
      maximum: 50,
    },
    input: { count: 3, format: 'svg', text: '', rows: [], endless: 0 },
    used: { usage: { used: 1 }, response: { n: 1 } },
    charges: { timeout: 'nothing' },
    outcome: 'success',
    promisedLess: undefined,
    tookMs: 12,
  });

  it.each<[string, [path: string, value: JsonValue][], string[]]>(
    // biome-ignore format: a table
    [
      ['a charge, and its entry with it', [['charged', 6], ['entries/0/amount', -6]], ['/charged']],
      ['an entry', [['entries/0/amount', -6]], ['/entries']],
      ['the quote, and what was held', [['quoted', 9], ['held', 9]], ['/quoted']],
      ['a quote that was promised for less', [['promised', 5]], ['/quoted', '/quoted']],
      ['an amount', [['priced/lines/1/amount', '1']], ['/priced/lines/1/amount']],
      ['the sum', [['priced/subtotal', '6']], ['/priced/subtotal']],
      ['a line of the quote', [['quote/lines/1/amount', '1']], ['/quote/lines/1/amount']],
      ['what the quote comes to', [['quote/credits', 6]], ['/quote/credits']],
      ['a quote of use that its lines do not come to', [['quoted', 8], ['held', 8]], ['/quoted']],
      ['the credits', [['priced/credits', 6]], ['/priced/credits']],
      ['a quantity', [['priced/lines/1/quantity', '2']], ['/priced/lines/1/text', '/priced/lines/1/units']],
      ['a choice', [['priced/lines/2/choice', 'png']], ['/priced/lines/2/text', '/priced/lines/2/amount']],
      ['a choice that the price does not have', [['priced/lines/2/choice', 'gif']], ['/priced/lines/2']],
      ['a line that applies', [['priced/lines/0/applies', false]], ['/priced/lines/0']],
      ['a rate', [['price/lines/1/per/rate', 0.6]], ['/priced/lines/1/text', '/priced/lines/1/amount']],
      ['the maximum', [['price/maximum', 5]], ['/priced/clamped', '/priced/credits', '/charged']],
      ['a row of the charge table', [['charges/success', 'nothing']], ['/charge', '/charged']],
      ['the outcome', [['outcome', 'timeout']], ['/charge', '/charged']],
      ['the state', [['state', 'released']], ['/charged']],
      ['that it is under way', [['state', 'dispatched']], ['/state', '/times/settledAt']],
      ['the time', [['times/milliseconds', 11]], ['/times/milliseconds']],
      ['what is no receipt at all', [['charged', '7'], ['held', -1]], ['/charged', '/held']],
    ],
  )('%s', (_, changes, pointers) => {
    expect(verifyReceipt(sample)).toEqual({ ok: true });
    const forged = changes.reduce(
      (receipt, [path, value]) => changed(receipt, path.split('/'), value),
      sample,
    );
    const result = verifyReceipt(forged);
    const found = result.ok ? [] : result.differences.map(({ pointer }) => pointer);
    expect(found).toEqual(expect.arrayContaining(pointers));
  });

  it('with what is stated and what it comes to', () => {
    expect(verifyReceipt(changed(sample, ['priced', 'lines', '1', 'amount'], '1'))).toEqual({
      ok: false,
      differences: [
        {
          pointer: '/priced/lines/1/amount',
          stated: '1',
          computed: '1.5',
          detail: 'The units, or the choice, by the price as written.',
        },
      ],
    });
  });
});
