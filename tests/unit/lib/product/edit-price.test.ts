import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { AsWritten } from '../../../../lib/yaml/wanted.ts';
import {
  entryPath,
  type FormLine,
  type FormPrice,
  formPrice,
  withFormPrice,
} from '../../../../lib/product/edit-price.ts';
import { runs } from '../../../setup/runs.ts';
import { prices } from '../price/arbitrary-price.ts';

const text = `# Ours.
slug: boats   # never changes
price: # what it costs
  # Each call.
  lines:
    # The boat itself
    - label: "Boat"   # by hand
      flat: 5 # five
    - { label: Sails, per: { quantity: size(input.sails), rate: 0.5, unit: sail } }

    # By the step
    - label: 'Crew'
      tiers:
        quantity: { quoted: input.crew, settled: usage.crew }
        mode: graduated
        unit: person
        steps: [{ upTo: 2, rate: 0 }, { rate: 1.5 }]
      when: has(input.crew)
    - label: Sea
      choice:
        value: input.sea
        credits:
          # Calm ones first
          north: 1
          2: 4
          1: 3 # rough
        otherwise: 7
    - label: Odd
      flat: &odd 3
      note: what is this?
  maximum: 40 # no more
charges:
  clientGone: settled # they waited
doc: |
  Text.
`;

const read = (entry: string): FormPrice => {
  const form = formPrice(entry);
  if (!form) throw new Error('The entry has no price.');
  return form;
};
const line = (form: FormPrice, index: number): FormLine => {
  const found = form.lines[index];
  if (!found || found instanceof AsWritten) throw new Error('There is no such line.');
  return found;
};
const changedLine = (form: FormPrice, index: number, next: FormLine): FormPrice => ({
  ...form,
  lines: form.lines.map((old, at) => (at === index ? next : old)),
});

/** Lines that differ, with a diff that keeps what both have. */
function difference(before: string, after: string): { gone: string[]; come: string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return {
    gone: old.filter((one) => !now.includes(one)),
    come: now.filter((one) => !old.includes(one)),
  };
}

describe('a price as a form', () => {
  it('is what the entry says', () => {
    const form = read(text);
    expect(form).toMatchObject({ maximum: 40, charges: { clientGone: 'settled' } });
    expect(line(form, 3)).toEqual({
      label: 'Sea',
      choice: {
        ...{ value: 'input.sea', otherwise: 7 },
        credits: [
          ['north', 1],
          ['2', 4],
          ['1', 3],
        ],
      },
    });
    expect(form.lines[4]).toBeInstanceOf(AsWritten);
    expect(form.lines[4]).toMatchObject({ text: 'label: Odd\nflat: &odd 3\nnote: what is this?' });
  });

  it('writes nothing where nothing is changed', () => {
    expect(withFormPrice(text, read(text))).toBe(text);
    const crlf = text.replaceAll('\n', '\r\n');
    expect(withFormPrice(crlf, read(crlf))).toBe(crlf);
  });

  const edits: [string, (form: FormPrice) => FormPrice, string[], string[]][] = [
    [
      'credits',
      (form) => changedLine(form, 0, { label: 'Boat', flat: 6 }),
      ['      flat: 5 # five'],
      ['      flat: 6 # five'],
    ],
    [
      'a label, in its quotes',
      (form) => changedLine(form, 0, { label: 'Ship: all', flat: 5 }),
      ['    - label: "Boat"   # by hand'],
      ['    - label: "Ship: all"   # by hand'],
    ],
    [
      'a row of a table',
      (form) => {
        const found = line(form, 3);
        if (!('choice' in found)) throw new Error('no choice');
        const credits = found.choice.credits?.map(([name, amount]): [string, typeof amount] =>
          name === '1' ? [name, 3.5] : [name, amount],
        );
        return changedLine(form, 3, { ...found, choice: { ...found.choice, ...(credits && { credits }) } });
      },
      ['          1: 3 # rough'],
      ['          1: 3.5 # rough'],
    ],
    [
      'a member of a line on one line',
      (form) =>
        changedLine(form, 1, {
          label: 'Sails',
          per: { quantity: 'size(input.sails)', rate: 0.5, unit: 'sail', included: 2 },
        }),
      ['    - { label: Sails, per: { quantity: size(input.sails), rate: 0.5, unit: sail } }'],
      ['    - { label: Sails, per: { quantity: size(input.sails), rate: 0.5, unit: sail, included: 2 } }'],
    ],
    [
      'a step',
      (form) => {
        const found = line(form, 2);
        if (!('tiers' in found)) throw new Error('no tiers');
        const steps = [{ upTo: 2, rate: 0 }, { upTo: 9, rate: 1 }, { rate: 1.5 }];
        return changedLine(form, 2, { ...found, tiers: { ...found.tiers, steps } });
      },
      ['        steps: [{ upTo: 2, rate: 0 }, { rate: 1.5 }]'],
      ['        steps: [{ upTo: 2, rate: 0 }, { upTo: 9, rate: 1 }, { rate: 1.5 }]'],
    ],
    [
      'a condition that goes',
      (form) => changedLine(form, 2, { ...line(form, 2), when: undefined }),
      ['      when: has(input.crew)'],
      [],
    ],
    [
      'the most',
      (form) => ({ ...form, maximum: 50 }),
      ['  maximum: 40 # no more'],
      ['  maximum: 50 # no more'],
    ],
    ['a least', (form) => ({ ...form, minimum: 1 }), [], ['  minimum: 1']],
    [
      'a failed call',
      (form) => ({ ...form, charges: { clientGone: 'settled', timeout: 'quoted' } }),
      [],
      ['  timeout: quoted'],
    ],
    [
      'a line of another kind',
      (form) => changedLine(form, 0, { label: 'Boat', per: { quantity: 'input.n', rate: 1, unit: 'x' } }),
      ['      flat: 5 # five'],
      ['      per:', '        quantity: input.n', '        rate: 1', '        unit: x # five'],
    ],
    [
      'a line that is new',
      (form) => ({ ...form, lines: [...form.lines, { label: 'Wind', flat: 0 }] }),
      [],
      ['    - label: Wind', '      flat: 0'],
    ],
  ];
  it.each(edits)('changes %s in its place alone', (_what, edit, gone, come) => {
    const after = withFormPrice(text, edit(read(text)));
    expect(difference(text, after)).toEqual({ gone, come });
    expect(read(after)).toEqual(edit(read(text)));
  });

  it('has quotes while they are needed', () => {
    const named = (entry: string, label: string) =>
      withFormPrice(entry, changedLine(read(entry), 4, { label, flat: 3 }));
    const plain = text.replace('&odd 3\n      note: what is this?', '3');
    const spaced = named(plain, 'Odd ');
    expect(spaced).toContain('label: "Odd "\n');
    expect(named(spaced, 'Odd one')).toContain('label: Odd one\n');
    expect(named(named(plain, ''), 'Odd')).toBe(plain);
  });

  it('takes lines away, and moves them with their comments and with what it cannot express', () => {
    const form = read(text);
    const [boat, sails, crew, sea, odd] = form.lines;
    const left = withFormPrice(text, { ...form, lines: [boat, crew, sea, odd].flatMap((one) => one ?? []) });
    expect(difference(text, left).come).toEqual([]);
    expect(difference(text, left).gone).toHaveLength(1);
    const moved = withFormPrice(text, {
      ...form,
      lines: [odd, boat, sails, sea, crew].flatMap((one) => one ?? []),
    });
    expect(difference(text, moved)).toEqual({ gone: [], come: [] });
    expect(moved).toContain("    # By the step\n    - label: 'Crew'");
    expect(moved.indexOf('label: Odd')).toBeLessThan(moved.indexOf('label: "Boat"'));
    const none = withFormPrice(text, { ...form, lines: [] });
    expect(read(none).lines).toEqual([]);
    expect(none).toContain('  maximum: 40 # no more');
  });

  it('is changed beside what would be read as another price', () => {
    const beside = [
      'about: |\n  price: 3\nlabels:\n- price\n',
      'labels: [\n  price\n]\nintroduction: "a\n  price: b"\n',
      '# price: 3\n"name": price\n',
    ];
    for (const other of beside)
      for (const entry of [other + text, text + other].map((one) => one.replace('&odd ', ''))) {
        const after = withFormPrice(entry, { ...read(entry), maximum: 41 });
        expect(after).toBe(entry.replace('maximum: 40', 'maximum: 41'));
      }
  });

  it('is not there where the text cannot be read', () => {
    expect(['price: [', 'price: 3', 'slug: a', 'a: &p {lines: []}\nprice: *p'].map(formPrice)).toEqual(
      Array.from({ length: 4 }),
    );
  });

  it('knows the field of each fault', () => {
    const at = (found: string, expected = 'Expected more.') => {
      const before = text.slice(0, text.indexOf(found)).split('\n');
      return entryPath(text, { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, expected });
    };
    expect(at('5 # five')).toEqual(['price', 'lines', 0, 'flat']);
    expect(at('size(input.sails)')).toEqual(['price', 'lines', 1, 'per', 'quantity']);
    const missing = at('{ quantity: size', 'Expected the key "every", which is missing.');
    expect(missing).toEqual(['price', 'lines', 1, 'per', 'every']);
    expect(at('label: "Boat"')).toEqual(['price', 'lines', 0]);
    expect(at('{ rate: 1.5')).toEqual(['price', 'lines', 2, 'tiers', 'steps', 1]);
    expect(at('3 # rough')).toEqual(['price', 'lines', 3, 'choice', 'credits', '1']);
    expect(at('40 # no more')).toEqual(['price', 'maximum']);
  });
});

/** The same value as several people would write it. */
const styles: ((entry: object) => string)[] = [
  (entry) => stringify(entry),
  (entry) => stringify(entry, { collectionStyle: 'flow' }),
  (entry) => stringify(entry, { indentSeq: false, defaultStringType: 'QUOTE_SINGLE' }),
  (entry) => JSON.stringify(entry),
  (entry) => JSON.stringify(entry, null, 2),
  (entry) =>
    stringify(entry, { lineWidth: 0 })
      .replaceAll(/^( *)(.*[^:|>])$/gm, '$1# above\n$1$2 # behind')
      .replaceAll('\n', '\r\n'),
];
const anyStyle = fc.constantFrom(...styles);
const entryOf = (price: object) => ({ slug: 'a', price, operation: { method: 'get' } });
const jsonOf = (entry: string) => z.looseObject({}).parse(parse(entry));

describe('any price', () => {
  it('is written back as it was read, byte for byte', () => {
    fc.assert(
      fc.property(prices, anyStyle, (price, style) => {
        const written = style(entryOf(price));
        expect(withFormPrice(written, read(written))).toBe(written);
      }),
      { numRuns: runs(300) },
    );
  });

  it('becomes any other by the form, with all else of the entry', () => {
    fc.assert(
      fc.property(prices, prices, anyStyle, (price, other, style) => {
        const written = style(entryOf(price));
        const form = read(stringify(entryOf(other)));
        const after = withFormPrice(written, form);
        expect(jsonOf(after)).toEqual(entryOf(other));
        expect(read(after)).toEqual(form);
      }),
      { numRuns: runs(300) },
    );
  });

  it('is changed in one field by one line of text', () => {
    fc.assert(
      fc.property(prices, fc.nat(), (price, pick) => {
        const written = stringify(entryOf(price));
        const form = read(written);
        fc.pre(form.lines.length > 0);
        const index = pick % form.lines.length;
        const after = withFormPrice(
          written,
          changedLine(form, index, { ...line(form, index), label: 'Anew' }),
        );
        expect(difference(written, after).come).toHaveLength(1);
        expect(after.split('\n')).toHaveLength(written.split('\n').length);
        expect(line(read(after), index).label).toBe('Anew');
      }),
      { numRuns: runs(200) },
    );
  });
});
