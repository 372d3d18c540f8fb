import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textOf } from '../../../../server/store/postgres/ledger/changed-rows.ts';

/** As PostgreSQL reads an array: NULL in any case is null, and between quotes, a backslash stands before any character that it keeps. */
function readArray(text: string): (string | null)[] {
  const elements = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\[\s\S])*)"|NULL/gi);
  return [...elements].map(([, quoted]) => quoted?.replace(/\\([\s\S])/g, '$1') ?? null);
}

test('what an array of texts holds is read as it was, line breaks, quotes and halves of characters too', () => {
  const texts = fc.array(
    fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[\n\t"\\{},\u2028a]{0,8}$/),
      fc.constantFrom('\uD800"', 'NULL', ''),
    ),
  );
  fc.assert(
    fc.property(texts, (all) => {
      expect(readArray(textOf(all) ?? '')).toEqual(all);
    }),
  );
});
