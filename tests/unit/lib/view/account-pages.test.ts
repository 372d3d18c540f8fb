import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callPageParameters,
  callsAddress,
  isNarrowed,
  noFilter,
  readCallsView,
  unreadFilter,
} from '../../../../lib/view/calls-view.ts';
import { accountCapsBody } from '../../../../lib/operator/accounts.ts';
import { areOf, countOf } from '../../../../lib/text/numbers.ts';
import { csvText } from '../../../../lib/text/csv-text.ts';
import { dailyUse, mostSeries, others } from '../../../../lib/view/daily-use.ts';
import { creditsOf, readCredits } from '../../../../lib/text/typed-credits.ts';
import { keyChangesOf, sameExpiry, newKeyOf } from '../../../../lib/view/new-key-form.ts';
import { lowCreditsText } from '../../../../lib/view/low-credits.ts';
import { dayText, momentText, momentTextOf } from '../../../../lib/text/times.ts';
import { callStates } from '../../../../lib/receipt/receipt.ts';

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  return form;
}

describe('the address of the page of calls', () => {
  it('reads back as the view that it was made of', () => {
    const day = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const view = fc.record({
      product: fc.string({ maxLength: 200 }).map((text) => text.trim()),
      key: fc.constantFrom('', 'CI of ada'),
      person: fc.constantFrom('', 'ada@example.com'),
      id: fc.constantFrom('', 'call_1', 'a/b+c=d'),
      state: fc.constantFrom('' as const, ...callStates),
      from: fc.oneof(fc.constant(''), day),
      to: fc.oneof(fc.constant(''), day),
      page: fc.integer({ min: 1, max: 999_999_999 }),
    });
    const inOrder = view.filter(({ from, to }) => from === '' || to === '' || from <= to);
    fc.assert(
      fc.property(inOrder, (given) => {
        const { searchParams } = new URL(callsAddress(given), 'http://portal');
        const parameters = Object.fromEntries(searchParams);
        expect(readCallsView(parameters)).toEqual(given);
        expect(unreadFilter(parameters)).toBeUndefined();
      }),
    );
  });

  it('is as if it were not there where it makes no sense', () => {
    const nonsense = { state: 'lost', from: '2026-02-30', to: 'soon', page: '-3', product: ['', 'x'] };
    expect(readCallsView(nonsense)).toEqual(noFilter);
    expect(callsAddress(noFilter)).toBe('/calls');
    expect([isNarrowed(noFilter), isNarrowed({ ...noFilter, page: 7 })]).toEqual([false, false]);
  });

  it.each([
    [{ state: 'lost', from: 'x' }, '“lost” is not a status of a call.'],
    [{ from: '2026-02-30' }, '“2026-02-30” is not a day such as 2026-11-21.'],
    [{ key: 'lap\0top' }, 'The address has a filter with a character that no name has.'],
    [{ from: '2026-02-28', to: ['soon', '2026-03-01'] }, '“soon” is not a day such as 2026-11-21.'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'From (2026-03-02) is after To (2026-03-01).'],
    [{ from: '2026-03-01', to: '2026-03-01' }, undefined],
    [{ from: ' ', page: '-3', other: 'x' }, undefined],
  ])('says what of %j cannot be read', (parameters, sentence) => {
    expect(unreadFilter(parameters)).toBe(sentence);
  });

  it('asks for the whole of the last day', () => {
    const view = { ...noFilter, from: '2026-02-28', to: '2026-02-28', page: 2 };
    const asked = { from: '2026-02-28', to: '2026-03-01', page: '2', pageSize: '20' };
    expect(callPageParameters(view)).toEqual(asked);
  });
});

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  ...['＝1+1', '＋1', '－1', '＠sum'].map((text): [string, string] => [text, `'${text}`]),
  [-1, '-1'],
  [null, ''],
])('CSV: writes %j as %s', (cell, text) => {
  expect(csvText(['what'], [[cell]])).toBe(`what\r\n${text}\r\n`);
});

describe('moments', () => {
  it('are written in UTC', () => {
    expect(momentText('2026-11-21T23:59:59.999Z')).toBe('21 Nov 2026, 23:59');
    expect(momentText('2026-01-01T00:30:00+02:00')).toBe('31 Dec 2025, 22:30');
    expect(momentText('nonsense')).toBe('nonsense');
    expect(dayText('2026-03-01')).toBe('1 Mar 2026');
  });

  it('have seconds in a list whose neighbours share a minute', () => {
    const textsOf = (times: string[]) => {
      const rows = times.map((time) => ({ at: `2026-11-21T${time}.000Z` }));
      return rows.map(momentTextOf(rows, ({ at }) => at)).map((text) => text.slice('21 Nov 2026, '.length));
    };
    expect(textsOf(['13:36:05', '13:35:59'])).toEqual(['13:36', '13:35']);
    expect(textsOf(['13:37:00', '13:36:05', '13:36:05'])).toEqual(['13:37:00', '13:36:05', '13:36:05']);
    expect(textsOf([])).toEqual([]);
  });
});

it('counts in the singular, too', () => {
  expect([countOf(1, 'call'), countOf(1_200, 'call'), areOf(1), areOf(0), areOf(1_200)]).toEqual([
    ...['1 call', '1,200 calls', '1 is', '0 are', '1,200 are'],
  ]);
});

describe('credits as people type them', () => {
  it.each(
    // biome-ignore format: a table
    [
      ['1000', 1_000],
      ['1,000', 1_000],
      ['1 000', 1_000],
      ['1\u{a0}000\u{202f}000', 'Enter a whole number of credits, such as 1500 or 1,500.'],
      ['1\u{202f}000\u{202f}000', 1_000_000],
      [' 1’000 ', 1_000],
      ['-20', -20],
      ['−1,020', -1_020],
      ['+5', 5],
      ['0', 0],
      ...['1,5', '1.5', '1234.567', '0,500'].map((text): [string, string] => [
        text,
        `Credits are whole numbers, and ${text} has a fraction. Enter a whole number of credits, such as 1500 or 1,500.`,
      ]),
      ['1.000', 'Is 1.000 1 or 1000? Enter a whole number of credits, such as 1000.'],
      ...['', '1,00,000', '1,000.00', '1,000 000', 'x', '1e3', '1o', '١'].map((text): [string, string] => [text, 'Enter a whole number of credits, such as 1500 or 1,500.']),
      ...['9007199254740993', '10000000000000000000', '9,007,199,254,740,993,000'].map((text): [string, string] => [text, 'Enter at most 9007199254740991 credits.']),
    ],
  )('reads %j as %s', (text, credits) => {
    expect(readCredits(text)).toBe(credits);
  });

  it('are nothing, or are asked for, in a form', () => {
    const fields = formOf({ day: '2,000', month: ' ', total: '1.5' });
    expect([creditsOf(fields, 'day'), creditsOf(fields, 'month'), creditsOf(fields, 'none')]).toEqual([
      2_000,
      null,
      null,
    ]);
    expect(() => creditsOf(fields, 'total')).toThrow('1.5 has a fraction');
  });
});

it('credits beyond what a number can be are told the largest', () => {
  const fault = (day: number) =>
    accountCapsBody.safeParse({ caps: { day }, reason: 'x' }).error?.issues[0]?.message;
  expect([fault(1.5), fault(1e17)]).toEqual([
    'Enter a whole number of credits.',
    'Enter at most 9007199254740991 credits.',
  ]);
});

const row = (day: string, productId: string, credits: number, calls = 1) => ({
  day,
  productId,
  credits,
  calls,
});

describe('the use of 31 days', () => {
  it('has each day, also those without any', () => {
    const use = dailyUse([row('2026-11-21', 'a', 5, 2), row('2026-11-20', 'b', 7)], '2026-11-21');
    expect([use.days.length, use.days[0]?.day, use.days[30]?.day]).toEqual([31, '2026-10-22', '2026-11-21']);
    expect(use.series).toEqual(['b', 'a']);
    expect(use.days[30]).toEqual({ day: '2026-11-21', calls: 2, credits: 5, by: { a: 5, b: 0 } });
    expect([use.credits, use.calls]).toEqual([12, 3]);
  });

  it('puts together what are too many products, and loses nothing', () => {
    const rows = fc.array(
      fc.record({
        day: fc.integer({ min: 1, max: 21 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
        productId: fc.constantFrom(...'abcdefghij'),
        credits: fc.nat(1000),
        calls: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(rows, (usage) => {
        const use = dailyUse(usage, '2026-11-21');
        expect(use.series.length).toBeLessThanOrEqual(mostSeries + 1);
        expect(use.series.slice(0, mostSeries)).not.toContain(others);
        const shown = use.days.flatMap(({ by }) => Object.values(by));
        const sum = (all: number[]) => all.reduce((total, one) => total + one, 0);
        expect(sum(shown)).toBe(sum(usage.map(({ credits }) => credits)));
      }),
    );
  });
});

const today = '2026-11-21';
const account = (available: number, usage: ReturnType<typeof row>[]) =>
  lowCreditsText({ available, held: 0, usage }, today);
const sold = (available: number) =>
  lowCreditsText({ available, held: 0, usage: [], creditsUrl: 'https://shop.example.com/' }, today);
const guest = (available: number, spent: number) =>
  lowCreditsText(
    {
      available,
      held: 0,
      usage: spent > 0 ? [row(today, 'a', spent)] : [],
      resetsAt: '2026-11-22T00:00:00Z',
    },
    today,
  );

it.each([
  ['an account that spends nothing', account(1, []), undefined],
  ['three days at the pace of seven', account(30, [row(today, 'a', 70)]), undefined],
  ['a credit less', account(29, [row(today, 'a', 70)]), /last about two days/],
  ['one day', account(10, [row('2026-11-15', 'a', 70)]), /last about a day/],
  ['use of eight days ago', account(1, [row('2026-11-14', 'a', 70)]), undefined],
  ['an account without any', account(0, []), /no credits left/],
  ['an account that asks its operator', account(0, []), /Ask the operator/],
  ['one without any, where they are bought', sold(0), /^There are no credits left\.$/],
  ['a guest with a fifth left', guest(200, 800), undefined],
  ['a guest with less', guest(199, 801), /Less than a fifth/],
  ['a guest who spent nothing', guest(5, 0), undefined],
  ['a guest with nothing left', guest(0, 1000), /used up/],
])('credits are low: %s', (_what, text, expected) => {
  if (expected === undefined) expect(text).toBeUndefined();
  else expect(text).toMatch(expected);
});

describe('the form of a key', () => {
  it('says what the endpoint takes', () => {
    const fields = formOf({ name: ' Shop ', days: '30', day: '10', month: '', total: '' });
    expect(newKeyOf(fields, 0)).toEqual({
      name: 'Shop',
      expiresAt: '1970-01-31T00:00:00.000Z',
      caps: { day: 10, month: null, total: null },
      access: 'call',
      products: null,
    });
    fields.set('days', '0');
    fields.set('operator', 'on');
    fields.set('access', 'read');
    fields.set('products', ' qr-code, barcode\n\nprd_a ');
    expect(newKeyOf(fields, 0)).toMatchObject({ expiresAt: null, operator: true, access: 'read' });
    expect(newKeyOf(fields, 0).products).toEqual(['qr-code', 'barcode', 'prd_a']);
  });

  it('changes the limits of a key, and its end if one is chosen', () => {
    const fields = formOf({ name: 'Shop', days: sameExpiry, day: '', total: '7' });
    const caps = { day: null, month: null, total: 7 };
    const changes = { name: 'Shop', caps, access: 'call', products: null };
    expect(keyChangesOf(fields, 0)).toEqual(changes);
    fields.set('days', '0');
    expect(keyChangesOf(fields, 0)).toEqual({ ...changes, expiresAt: null });
  });
});
