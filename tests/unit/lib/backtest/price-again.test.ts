import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallFacts, DraftPricing } from '../../../../lib/backtest/call-facts.ts';
import { PriceAgain } from '../../../../lib/backtest/price-again.ts';
import {
  type CallOutcome,
  callOutcomes,
  chargedCredits,
  chargeRow,
  type Charges,
  chargeTable,
} from '../../../../lib/call/charges.ts';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { chargeFor, evaluatePrice, type PricedCall } from '../../../../lib/price/evaluate.ts';
import { type Price, priceSchema } from '../../../../lib/price/price.ts';
import { isSettledByUse } from '../../../../lib/price/recompute.ts';
import { endingSchema, makeEnding, replyWithoutUse } from '../../../../lib/receipt/receipt.ts';
import { runs } from '../../../setup/runs.ts';
import { changes, compiled, inputSchema, inputs, prices, uses } from '../price/arbitrary-price.ts';

interface Event {
  input: JsonObject;
  outcome: CallOutcome;
  /** Null if the reply did not report any. */
  use: JsonObject | null;
  /** Of a quote that came with the call, relative to its price. */
  promise: number | undefined;
}

const row = fc.constantFrom('settled' as const, 'quoted' as const, 'nothing' as const);
const tables: fc.Arbitrary<Charges> = fc.record({ success: row, upstream4xx: row }, { requiredKeys: [] });
const events: fc.Arbitrary<Event> = fc.record({
  input: inputs,
  outcome: fc.oneof(fc.constant('success' as const), fc.constantFrom(...callOutcomes)),
  use: fc.option(uses, { freq: 8 }),
  promise: fc.option(fc.integer({ min: -3, max: 2 }), { nil: undefined }),
});
const drafts = fc
  .record({
    before: prices,
    after: prices,
    made: fc.option(fc.array(changes, { minLength: 1, maxLength: 3 })),
    earlier: tables,
    later: fc.option(tables),
  })
  .map(({ before, after, made, earlier, later }) => ({
    before: { price: before, charges: chargeTable(earlier) },
    after: {
      price: made ? priceSchema.parse(made.reduce<Price>((price, change) => change(price), before)) : after,
      charges: chargeTable(later ?? earlier),
    },
  }));

type Terms = Pick<DraftPricing, 'charges'> & { price: Price };

const pricing = ({ price, charges }: Terms): DraftPricing => ({
  ...{ program: compiled(price), charges, inputSchema },
  readInput: () => undefined,
});

interface Made {
  credits: number;
  facts: CallFacts;
}

/** A call as the portal makes it: undefined if its input has no price. */
function make({ price, charges }: Terms, event: Event, promised?: number): Made | undefined {
  const program = compiled(price);
  const { input, outcome, use } = event;
  const quote = evaluatePrice(program, { input });
  if (!quote.ok) return undefined;
  const quoted = Math.min(quote.credits, promised ?? Infinity);
  const charge = chargeRow(charges, outcome);
  const end = { outcome, charge, quote, promised, upstream: null, replyHash: null, replyBytes: 0 };
  const ended = (charged: number, priced: PricedCall, unpriced?: string): Made => {
    // Only what is settled by use looks at it.
    const usage = isSettledByUse(price) && use ? use['usage'] : undefined;
    const ending = makeEnding({ ...end, priced, unpriced, usage });
    const kept = endingSchema.parse(JSON.parse(JSON.stringify(ending)));
    const call = { id: 'call_1', version: 1, purse: 'acc_1', startedAt: 0, state: 'settled' as const };
    return { credits: charged, facts: { ...call, quoted, charged, ending: kept } };
  };
  if (charge !== 'settled' || !isSettledByUse(price))
    return ended(chargedCredits(charge, quoted, quote.credits), quote);
  if (!use) return ended(0, quote, replyWithoutUse);
  const settled = chargeFor(
    program,
    { quoted, priced: quote },
    { input, response: use['response'], usage: use['usage'] },
  );
  return settled.ok ? ended(settled.charged, settled.evaluation) : ended(0, quote, settled.detail);
}

/** With what a quote promised. */
function makePromised(terms: Terms, event: Event): (Made & { promised: number | undefined }) | undefined {
  const plain = make(terms, event);
  if (!plain || event.promise === undefined) return plain && { ...plain, promised: undefined };
  const promised = Math.max(0, plain.facts.quoted + event.promise);
  const made = make(terms, event, promised);
  return made && { ...made, promised };
}

describe('PriceAgain', () => {
  it('changes nothing by the price in force, for every call, to the credit, and needs no input', () => {
    fc.assert(
      fc.property(prices, tables, events, (price, charges, event) => {
        const terms = { price, charges: chargeTable(charges) };
        const made = makePromised(terms, event);
        if (!made) return;
        const again = new PriceAgain(pricing(terms), pricing(terms));
        expect(again.of(made.facts)).toMatchObject({ covered: true, charged: made.facts.charged });
        const withInput = { ...made.facts, input: event.input };
        expect(again.of(withInput)).toMatchObject({ covered: true, charged: made.facts.charged });
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('says what the evaluator says of the real use, or nothing, by facts and by input', () => {
    const seen = { facts: 0, input: 0, unpriced: 0 };
    const why = new Set<string>();
    fc.assert(
      fc.property(drafts, events, ({ before, after }, event) => {
        const made = makePromised(before, event);
        if (!made) return;
        const again = new PriceAgain(pricing(before), pricing(after));
        const { input } = event;
        const [byFacts, byInput] = [again.of(made.facts), again.of({ ...made.facts, input })];
        // Another promise than that of its own price came from an earlier one, which stays.
        const own = make(before, event)?.facts.quoted;
        const real = make(after, event, made.promised === own ? undefined : made.promised);
        for (const said of [byFacts, byInput]) {
          if (!said.covered) why.add(said.why);
          else expect(said.charged).toBe(real?.credits ?? 0);
        }
        if (byFacts.covered) {
          expect(byInput).toMatchObject({ covered: true, charged: byFacts.charged });
          seen.facts += 1;
        } else if (byInput.covered) seen.input += 1;
        if (!real && byInput.covered) {
          expect(byInput.priced).toBeNull();
          seen.unpriced += 1;
        }
      }),
      { numRuns: runs(4_000) },
    );
    expect(seen.facts).toBeGreaterThan(300);
    expect(seen.input).toBeGreaterThan(60);
    expect([...why].sort()).toEqual(['no-input', 'no-price', 'no-usage']);
  });

  const flat = (credits: number, rest: object = {}) => ({ label: 'x', flat: credits, ...rest });
  const per = (quantity: unknown, rate = 1) => ({ label: 'x', per: { quantity, rate, unit: 'row' } });
  const choice = (credits: object) => ({
    ...{ label: 'x', choice: { value: 'input.format', credits, otherwise: 5 } },
  });
  const terms = (lines: object[], charges: Charges = {}) => ({
    price: priceSchema.parse({ lines, maximum: 1_000 }),
    charges: chargeTable(charges),
  });
  const settled = { quoted: 'input.count', settled: 'usage.used' };
  const input = { count: 7, format: 'png', text: 'a', rows: [], endless: 2 };
  const event = (more: Partial<Event> = {}): Event => ({
    ...{ input, outcome: 'success', use: { usage: { used: 3 } }, promise: undefined },
    ...more,
  });
  const facts = (lines: object[], more?: Partial<Event>, change: Partial<CallFacts> = {}) => {
    const made = make(terms(lines), event(more));
    if (!made) throw new Error('The input has no price.');
    return { ...made.facts, ...change };
  };
  const again = (before: object[], after: object[], change: Partial<DraftPricing> = {}) =>
    new PriceAgain(pricing(terms(before)), { ...pricing(terms(after)), ...change });
  const withoutQuote = (lines: object[]) => {
    const { ending, ...call } = facts(lines);
    return { ...call, ending: ending && { ...ending, quoteLines: undefined } };
  };
  const withoutUsage = (lines: object[]) => {
    const { ending, ...call } = facts(lines);
    return { ...call, ending: ending && { ...ending, usage: undefined } };
  };
  const covered = (charged: number) => ({ covered: true, charged });
  const not = (why: string) => ({ covered: false, why });
  const file = { bytes: 300, sha256: 'a'.repeat(64) };
  const reading = (kept: JsonObject) => ({ readInput: () => kept, inputSchema: { type: 'object' } });

  it.each<[string, object, object[], object[], CallFacts, Partial<DraftPricing>?]>(
    // biome-ignore format: a table
    [
      ['a call that runs', not('running'), [flat(1)], [flat(2)], facts([flat(1)], {}, { state: 'dispatched', ending: null })],
      ['one that was lost is free by any price', covered(0), [flat(1)], [flat(2)], facts([flat(1)], {}, { state: 'unknown', ending: null, charged: 0 })],
      ['another tariff needs no input', covered(21), [per('input.count')], [per('input.count', 3)], facts([per('input.count')])],
      ['another formula needs one', not('no-input'), [per('input.count')], [per('input.endless')], facts([per('input.count')])],
      ['and takes it', covered(2), [per('input.count')], [per('input.endless')], facts([per('input.count')], {}, { input })],
      ['a line that joins one that needs none', covered(9), [per('input.count')], [flat(2), per('input.count')], facts([per('input.count')])],
      ['a chosen row', covered(4), [choice({ png: 1 })], [choice({ png: 4, svg: 2 })], facts([choice({ png: 1 })])],
      ['a row that is gone', covered(5), [choice({ png: 1 })], [choice({ svg: 2 })], facts([choice({ png: 1 })])],
      ['a row that is new, where none was chosen', not('no-input'), [choice({ svg: 1 })], [choice({ png: 2, svg: 1 })], facts([choice({ svg: 1 })])],
      ['and by the input', covered(2), [choice({ svg: 1 })], [choice({ png: 2, svg: 1 })], facts([choice({ svg: 1 })], {}, { input })],
      ['a file that the draft reads', not('file'), [flat(1)], [per('size(input.text)')], facts([flat(1)], {}, { input: { ...input, text: file } })],
      ['a file that it does not read', covered(7), [flat(1)], [per('input.count')], facts([flat(1)], {}, { input: { ...input, text: file } })],
      ['a file that the price has counted', covered(2), [per('size(input.text)')], [per('size(input.text)', 2)], facts([per('size(input.text)')])],
      ['use that is counted at another rate', covered(6), [per(settled)], [per(settled, 2)], facts([per(settled)])],
      ['use that is counted in another way', covered(4), [per(settled)], [per({ ...settled, settled: 'usage.used + 1' })], facts([per(settled)])],
      ['a response, which is not kept', not('no-usage'), [per(settled)], [per({ ...settled, settled: 'response.n' })], facts([per(settled)])],
      ['a use that was too long to keep', not('no-usage'), [per(settled)], [per({ ...settled, settled: 'has(usage.used) ? 1 : 2' })], withoutUsage([per(settled)])],
      ['use that nobody looked at', not('no-usage'), [per('input.count')], [per(settled)], facts([per('input.count')])],
      ['a reply without use', covered(0), [per(settled)], [per({ ...settled, settled: 'input.count' })], facts([per(settled)], { use: null })],
      ['use without a price, by the same and another line', covered(0), [per(settled)], [per(settled), flat(3)], facts([per(settled)], { use: { response: {} } })],
      ['never above the quote', covered(4), [per({ ...settled, quoted: 'input.endless' })], [per({ ...settled, quoted: 'input.endless' }, 2)], facts([per({ ...settled, quoted: 'input.endless' })])],
      ['an old call without its quote', not('no-quote-lines'), [per(settled)], [per(settled, 2)], withoutQuote([per(settled)])],
      ['and with its input', covered(6), [per(settled)], [per(settled, 2)], { ...withoutQuote([per(settled)]), input }],
      ['another schema, without the input', not('no-input'), [per('input.count')], [per('input.count')], facts([per('input.count')]), reading(input)],
      ['another schema, read anew', covered(9), [per('input.count')], [per('input.count')], facts([per('input.count')], {}, { input }), reading({ ...input, count: 9 })],
      ['a draft that refuses the input', not('no-price'), [flat(1)], [per('input.count')], facts([flat(1)], {}, { input }), { inputSchema: {}, readInput: () => undefined }],
      ['a value without a price', not('no-price'), [flat(1)], [{ label: 'x', choice: { value: 'input.format', credits: { svg: 1 } } }], facts([flat(1)], {}, { input })],
      ['a rejection that the draft charges', covered(2), [flat(1)], [flat(2)], facts([flat(1)], { outcome: 'upstream4xx' }), { charges: chargeTable({ upstream4xx: 'quoted' }) }],
    ],
  )('%s: %o', (_, said, before, after, call, change) => {
    expect(again(before, after, change).of(call)).toMatchObject(said);
  });
});
