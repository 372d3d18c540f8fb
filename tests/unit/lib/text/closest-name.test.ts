import { expect, test } from 'vitest';
import { didYouMean } from '../../../../lib/text/names.ts';

test.each([
  ['statsu', ['status', 'slug'], ' Did you mean "status"?'],
  ['pric', ['price', 'provider'], ' Did you mean "price"?'],
  ['Name', ['name'], ' Did you mean "name"?'],
  ['nmae', ['name', 'mae'], ' Did you mean "name"?'],
  ['ab', ['cd'], ''],
  ['colour', ['name', 'slug'], ''],
  ['anything', [], ''],
])('%s among %j', (written, known, expected) => {
  expect(didYouMean(written, known)).toBe(expected);
});
