import { expect, it } from 'vitest';
import { namedKey } from '../../../../server/callers/api-key.ts';

it.each([
  ['by its name', { name: 'A "laptop"', hint: 'abcd' }, String.raw`The API key "A \"laptop\""`],
  ['by its last letters, without a name', { name: '', hint: 'abcd' }, 'The API key fb_…abcd'],
])('a key is named %s', (_how, key, words) => {
  expect(namedKey(key)).toBe(words);
});
