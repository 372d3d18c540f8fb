import { expect, it } from 'vitest';
import { callHindrance } from '../../lib/playground/call-hindrance.ts';

const able = {
  isOnline: true,
  bytes: 2_048,
  mostBytes: 2_048,
  credits: 3,
  available: 10,
  resetsAt: undefined,
  maximum: null,
};

it.each([
  [able, null],
  [{ ...able, available: 3, maximum: 3 }, null],
  [{ ...able, credits: undefined, available: 0, maximum: 0 }, null],
  [{ ...able, isOnline: false }, 'This product is offline: it can be priced, but not called.'],
  [
    { ...able, bytes: 2_560 },
    'This input has 2.5 KiB, more than the 2 KiB that a call of this product takes.',
  ],
  [
    { ...able, maximum: Number.NaN },
    'The most that you allow cannot be read: give a whole number of credits, or nothing.',
  ],
  [{ ...able, maximum: 2 }, 'This call costs 3 credits, and you allow 2 credits.'],
  [
    { ...able, available: 2 },
    'This call needs 3 credits and 2 are left: 1 credit too few. The operator of this portal grants credits to your account.',
  ],
  [
    { ...able, available: 0, resetsAt: '2026-11-22T00:00:00.000Z' },
    'This call needs 3 credits and 0 are left: 3 credits too few. Guests get new credits each day, next on 2026-11-22 at 00:00 UTC; an API key of an account has its own.',
  ],
])('%j is hindered by: %s', (known, text) => {
  expect(callHindrance(known)?.text ?? null).toBe(text);
});
