import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchedParts } from '../../../../lib/view/matched-parts.ts';

const marked = (text: string, q: string) =>
  matchedParts(text, q)
    .map((part) => (part.matches ? `[${part.text}]` : part.text))
    .join('');

describe('what was looked for in a text', () => {
  it.each([
    ['QR code', '', 'QR code'],
    ['QR code', 'qr', '[QR] code'],
    ['QR code', 'co q', '[Q]R [co]de'],
    ['Encode a code', 'code', 'Encode a [code]'],
    ['One image of many', 'images', 'One [image] of many'],
    ['Größe und Maß', 'größe maß', '[Größe] und [Maß]'],
    ['a+b (c)', '+ ( ) .*', 'a+b (c)'],
    ['codes and code', 'code codes', '[code]s and [code]'],
    ['<b>bold</b>', 'b', '<[b]>[b]old</[b]>'],
    ['One time zone', 'timezone', 'One [time zone]'],
    ['Weather forecast', 'weahter', '[Weather] forecast'],
    ['A form of forms', 'forme', 'A [form] of [forms]'],
    ['invoice, invoices', 'invoices', '[invoice], [invoice]s'],
    ['farm', 'form', 'farm'],
  ])('%s, for %s', (text, q, expected) => {
    expect(marked(text, q)).toBe(expected);
  });

  it('leaves every text as it is, whatever is looked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, q) => {
        expect(
          matchedParts(text, q)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
