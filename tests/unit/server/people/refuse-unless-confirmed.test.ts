import { expect, test } from 'vitest';
import type { Caller } from '../../../../server/callers/caller.ts';
import { refuseUnlessConfirmed } from '../../../../server/callers/require-role.ts';

const now = Date.UTC(2026, 10, 23, 12);
const minute = 60_000;

const confirmedAt = (confirmedAtMs: number): Pick<Caller, 'person' | 'apiKey'> => ({
  apiKey: null,
  person: {
    ...{ key: 1, id: 'per_ada', sessionId: 'ses_ada', operatorRole: 'owner' },
    ...{ confirmedAtMs, mailedCodeAtMs: 0 },
  },
});

const enteredAt = (enteredAtMs: number): Pick<Caller, 'person' | 'apiKey'> => ({
  person: null,
  apiKey: { key: 1, id: 'key_1', enteredAtMs },
});

test.each([
  ['a moment ago', confirmedAt(now)],
  ['ten minutes ago', confirmedAt(now - 10 * minute)],
  ['by the key of each request', { person: null, apiKey: { key: 1, id: 'key_1' } }],
  ['by a key that was entered ten minutes ago', enteredAt(now - 10 * minute)],
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

test('refuses a browser in which a key was entered more than ten minutes ago', () => {
  expect(() => refuseUnlessConfirmed(enteredAt(now - 10 * minute - 1), now)).toThrow(
    expect.objectContaining({ code: 'confirmation-required', members: { confirmation: '/api/session' } }),
  );
});
