import { expect, it } from 'vitest';
import { endingText } from '../../../../lib/call/call-words.ts';

it.each([
  ['success', null, 200, 'Success'],
  ['upstream4xx', 'upstream-rejected', 422, 'The API rejected the input (422)'],
  ['upstream5xx', 'upstream-failed', 500, 'The API failed (500)'],
  ['upstream5xx', 'upstream-failed', null, 'The API failed'],
  ['refused', 'upstream-busy', 429, 'The API was busy (429)'],
  ['refused', 'upstream-busy', null, 'The API was busy'],
  ['refused', 'upstream-redirect', 302, 'The API redirected the request (302)'],
  ['refused', 'upstream-auth', 401, "The API rejected the portal's credential (401)"],
  ['refused', 'portal-stopped', null, 'The portal stopped'],
  ['refused', 'upstream-too-large', 200, 'The reply was too large'],
  ['refused', 'internal', null, 'The portal ended the call'],
  ['partialStream', 'upstream-failed', 200, 'The reply broke off'],
])('%s by %s with %s is “%s”', (outcome, problem, upstreamStatus, text) => {
  expect(endingText({ outcome, problem, upstreamStatus })).toBe(text);
});
