import { expect, test } from 'vitest';
import type { Caller } from '../../server/callers/caller.ts';
import { refuseUnlessConfirmed } from '../../server/people/refuse-unless-confirmed.ts';

const now = Date.UTC(2026, 10, 23, 12);
const minute = 60_000;

const confirmedAt = (confirmedAtMs: number): Pick<Caller, 'person'> => ({
  person: { key: 1, id: 'per_ada', sessionId: 'ses_ada', confirmedAtMs, operatorRole: 'owner' },
});

test.each([
  ['a moment ago', confirmedAt(now)],
  ['ten minutes ago', confirmedAt(now - 10 * minute)],
  ['by the key of each request', { person: null }],
])('lets pass whoever confirmed %s', (_when, caller) => {
  expect(refuseUnlessConfirmed(caller, now)).toBeUndefined();
});

test.each([
  ['more than ten minutes ago', now - 10 * minute - 1],
  ['never', 0],
])('refuses a person who confirmed %s, and says how to', (_when, at) => {
  expect(() => refuseUnlessConfirmed(confirmedAt(at), now)).toThrow(
    expect.objectContaining({
      code: 'confirmation-required',
      members: { confirmation: '/api/session/confirmation' },
    }),
  );
});
