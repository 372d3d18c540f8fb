import { expect, test } from 'vitest';
import { createdKeyOrProblem } from '../../../../server/callers/change-keys.ts';

test.each([
  ['no-account', 'not-found', /no such account/],
  ['not-allowed', 'forbidden', /no longer a member of this account/],
  ['too-many', 'too-many-keys', /already has 100 API keys/],
] as const)('an API key that was not created: because of %s is refused as %s', (because, code, words) => {
  const create = () => createdKeyOrProblem({ created: false, because }, { id: 'key_a', key: 'fb_a' });
  expect(create).toThrow(expect.objectContaining({ code, message: expect.stringMatching(words) }));
});
