import { describe, expect, it } from 'vitest';
import { chargesInWords, chargesSchema, chargeTable, outcomes } from '../../../../lib/call/charges.ts';
import { effectiveLimits, limitBounds, limitsSchema } from '../../../../lib/operation/limits.ts';
import { priceSchema } from '../../../../lib/price/price.ts';
import { templateSchema } from '../../../../lib/operation/operation.ts';

const line = (fields: object) => ({ maximum: 5, lines: [{ label: 'x', ...fields }] });
const per = (fields: object) => line({ per: { quantity: '1', rate: 1, unit: 'row', ...fields } });
const tiers = (steps: object[]) => line({ tiers: { quantity: '1', unit: 'row', mode: 'volume', steps } });

function messages(price: unknown): string[] {
  const parsed = priceSchema.safeParse(price);
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `/${issue.path.join('/')}: ${issue.message}`);
}

describe('priceSchema', () => {
  it.each(
    // biome-ignore format: a table
    [
      { flat: 2 },
      { per: { quantity: 'input.w * input.h', rate: 0.5, unit: 'megapixel', every: 1e6, included: 1e6 } },
      { per: { quantity: { quoted: 'input.n', settled: 'usage.n' }, rate: 0.02, unit: 'token' } },
      { tiers: { quantity: 'size(input.rows)', unit: 'row', mode: 'graduated', steps: [{ upTo: 100, rate: 0 }, { rate: 0.05 }] } },
      { choice: { value: 'input.format', credits: { png: 0 }, otherwise: 2 }, when: 'true' },
    ],
  )('takes the line %j', (shape) => {
    const price = { ...line(shape), maximum: 500, minimum: 1 };
    expect(priceSchema.parse(price)).toEqual(price);
  });

  it.each(
    // biome-ignore format: a table
    [
      [{ lines: [] }, '/maximum: Expected the most that a call may cost, a whole number of credits.'],
      [{ lines: [], maximum: 0 }, '/maximum: Expected a maximum of at least 1 credit.'],
      [{ lines: [], maximum: 1.5 }, '/maximum: Expected the most that a call may cost, a whole number of credits.'],
      [{ lines: [], maximum: 1e9 + 1 }, '/maximum: Expected a maximum of at most 1000000000 credits.'],
      [{ lines: [], maximum: 1, minimum: 2 }, '/minimum: Expected a minimum that is not above the maximum.'],
      [line({}), '/lines/0: Expected exactly one of flat, per, tiers, choice; found none of them.'],
      [line({ flat: 1, choice: { value: '1', credits: {} } }), '/lines/0: Expected exactly one of flat, per, tiers, choice; found flat and choice.'],
      [line({ flat: -1 }), '/lines/0/flat: Expected credits of 0 or more; a price is never negative.'],
      [line({ flat: '1' }), '/lines/0/flat: Expected credits as a number.'],
      [line({ flat: 0.0000001 }), '/lines/0/flat: Expected credits with at most 6 decimals.'],
      [per({ rate: 1e10 }), '/lines/0/per/rate: Expected a rate of at most 1000000000.'],
      [per({ every: 0 }), '/lines/0/per/every: Expected a quantity above 0.'],
      [per({ quantity: { quoted: '1' } }), '/lines/0/per/quantity: Expected a CEL expression, or {quoted, settled} with one each.'],
      [per({ unit: ' ' }), '/lines/0/per/unit: Expected the name of one unit; it is empty.'],
      [tiers([]), '/lines/0/tiers/steps: Expected at least one step.'],
      [tiers([{ upTo: 5, rate: 1 }]), '/lines/0/tiers/steps/0/upTo: Expected no upTo in the last step, which covers the rest.'],
      [tiers([{ upTo: 5, rate: 1 }, { upTo: 5, rate: 1 }, { rate: 1 }]), '/lines/0/tiers/steps/1/upTo: Expected more than 5, the upTo of the step before.'],
      [tiers([{ rate: 1 }, { rate: 2 }]), '/lines/0/tiers/steps/0/upTo: Expected upTo; only the last step goes without.'],
    ],
  )('refuses %j', (price, message) => {
    expect(messages(price)).toContain(message);
  });

  it('refuses NaN, infinities and unknown keys', () => {
    for (const flat of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(messages(line({ flat }))).not.toEqual([]);
    expect(messages({ ...line({ flat: 1 }), ceiling: 3 })).toEqual(['/: Unrecognized key: "ceiling"']);
  });
});

describe('chargesSchema', () => {
  it('charges success alone unless the product says otherwise', () => {
    expect(Object.entries(chargeTable()).filter(([, charge]) => charge !== 'nothing')).toEqual([
      ['success', 'settled'],
    ]);
    expect(chargeTable({ timeout: 'quoted' }).timeout).toBe('quoted');
  });

  it('says every outcome in words', () => {
    const words = chargesInWords({ upstream4xx: 'quoted' });
    expect(words.map((entry) => entry.outcome)).toEqual(outcomes);
    expect(words[1]?.text).toBe('The API rejects the request (4xx): charged the full quote.');
  });

  it('refuses other words', () => {
    expect(chargesSchema.safeParse({ success: 'all' }).success).toBe(false);
    expect(chargesSchema.safeParse({ failure: 'nothing' }).success).toBe(false);
  });
});

describe('limitsSchema', () => {
  it('fills what a template leaves out', () => {
    expect(effectiveLimits({ totalMs: 5 })).toMatchObject({
      totalMs: 5,
      bodyBytes: limitBounds.bodyBytes.default,
    });
  });

  it.each(Object.entries(limitBounds))('caps %s', (name, { most }) => {
    expect(limitsSchema.safeParse({ [name]: most }).success).toBe(true);
    expect(limitsSchema.safeParse({ [name]: most + 1 }).success).toBe(false);
    expect(limitsSchema.safeParse({ [name]: 0 }).success).toBe(false);
  });
});

const operation = { server: { url: 'http://localhost' }, method: 'get', path: '/' };

it('templateSchema is an operation with a price', () => {
  const template = { ...operation, 'x-farebox': { price: line({ flat: 1 }), order: ['a'] } };
  expect(templateSchema.parse(template)).toEqual(template);
  expect(templateSchema.safeParse(operation).success).toBe(false);
  expect(templateSchema.safeParse({ ...operation, 'x-farebox': { order: [] } }).success).toBe(false);
});
