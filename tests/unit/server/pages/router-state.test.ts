import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { isRouterState } from '../../../../server/pages/router-state.ts';

/** What Next does with the header: a page fails with 500 where it throws. */
function isTakenByNext(header: string | string[]): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

const words = fc.constantFrom('', 'children', 'd', 'ci(.)', 'refetch', 'metadata-only', 'other', '__PAGE__');
const segments = fc.oneof(
  words,
  fc.tuple(words, words, words, fc.option(fc.array(words, { maxLength: 2 }))),
  fc.array(words, { maxLength: 5 }),
);
const { state } = fc.letrec<{ state: unknown[] }>((tie) => ({
  state: fc
    .tuple(
      segments,
      fc.oneof(
        { maxDepth: 3 },
        fc.constant({}),
        fc.dictionary(words, tie('state'), { maxKeys: 2 }),
        fc.array(tie('state'), { maxLength: 2 }),
        fc.constantFrom<unknown>([null], [[]], null, 'a', 7, true),
      ),
      fc.oneof(words, fc.constant(null), fc.tuple(words, words)),
      fc.option(words),
      fc.oneof(fc.constant(null), fc.integer(), words),
      fc.oneof(words, fc.constant(null)),
      words,
    )
    .chain((whole) => fc.integer({ min: 0, max: 7 }).map((length) => whole.slice(0, length))),
}));
/** Such as browsers send. */
const sent = fc.constantFrom<unknown>(
  ['', {}],
  ['', { children: [['slug', 'qr-code', 'd', null], { children: ['__PAGE__', {}] }] }, null, null, 16],
  [
    '',
    { children: ['docs', { children: ['__PAGE__', {}, null, 'refetch'] }] },
    ['/docs', '/docs'],
    null,
    1,
    'x',
  ],
);

it('takes what Next takes, so that an update of Next that changes it is seen here', () => {
  const values = fc.oneof(state, sent, fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(values, (value) => {
      const header = encodeURIComponent(JSON.stringify(value));
      expect(isRouterState(header)).toBe(isTakenByNext(header));
    }),
    { numRuns: 2_000 },
  );
  fc.assert(fc.property(sent, (value) => isRouterState(encodeURIComponent(JSON.stringify(value)))));
  const long = `["${'a'.repeat(39_980)}",{}]`;
  for (const header of ['', '%', '{', ['["",{}]'], long, `${long}${' '.repeat(100)}`])
    expect(isRouterState(header)).toBe(isTakenByNext(header));
});
