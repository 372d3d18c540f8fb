import { expect, test } from 'vitest';
import { matchInText } from '../../../../../lib/view/reply/search.ts';

test.each([
  ['Berlin', 'LIN', 'lin'],
  ['İzmir, Konak', 'konak', 'Konak'],
  ['İİ', 'İ', 'İ'],
  ['a İstanbul', 'i', 'İ'],
  ['𝔘 x İ y', 'Y', 'y'],
  ['ΟΔΟΣ', 'δος', 'ΔΟΣ'],
])('in %j, %j is %j', (text, words, marked) => {
  const match = matchInText(text, words);
  expect(text.slice(match?.from, match?.to)).toBe(marked);
});

test.each([
  ['Berlin', ''],
  ['Berlin', 'x'],
])('in %j, %j is nowhere', (text, words) => {
  expect(matchInText(text, words)).toBeUndefined();
});
