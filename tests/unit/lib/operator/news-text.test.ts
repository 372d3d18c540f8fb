import { expect, it } from 'vitest';
import { newsText } from '../../../../lib/operator/news-text.ts';

const nothing = { new: 0, changed: 0, removed: 0, breaking: 0 };

it.each([
  [nothing, 'Nothing is newer'],
  [{ ...nothing, changed: 1 }, '1 operation changed'],
  [{ ...nothing, new: 2, breaking: 0 }, '2 operations are new'],
  [
    { new: 1, changed: 3, removed: 2, breaking: 1 },
    '3 operations changed, 1 is new, 2 are gone; 1 breaks callers',
  ],
  [{ ...nothing, removed: 1200, breaking: 1200 }, '1,200 operations are gone; 1,200 break callers'],
])('%j is "%s"', (news, text) => {
  expect(newsText(news)).toBe(text);
});
