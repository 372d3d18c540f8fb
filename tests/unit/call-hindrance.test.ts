import { expect, it } from 'vitest';
import { callBlocker } from '../../lib/view/playground/call-blocker.ts';

const able = {
  isOnline: true,
  bytes: 2_048,
  mostBytes: 2_048,
  credits: 3,
  available: 10,
  resetsAt: undefined,
  creditsUrl: undefined,
  maximum: null,
};

it.each([
  [able, null],
  [{ ...able, available: 3, maximum: 3 }, null],
  [{ ...able, credits: undefined, available: 0, maximum: 0 }, null],
  [{ ...able, isOnline: false }, 'This product is offline and cannot be called.'],
  [{ ...able, bytes: 2_560 }, 'This input is 2.5 KiB. The limit is 2 KiB.'],
  [
    { ...able, maximum: Number.NaN },
    'Your limit for this call is not a number. Enter a whole number of credits, or leave it empty.',
  ],
  [{ ...able, maximum: 2 }, 'This call costs 3 credits, more than your limit of 2 credits.'],
  [
    { ...able, available: 2 },
    'This call costs 3 credits. You have 2, so you need 1 credit more. Ask the operator of this portal for more.',
  ],
  [
    { ...able, available: 2, creditsUrl: 'https://shop.example.com/' },
    'This call costs 3 credits. You have 2, so you need 1 credit more.',
  ],
  [
    { ...able, available: 0, resetsAt: '2026-11-22T00:00:00.000Z' },
    'This call costs 3 credits. You have 0, so you need 3 credits more. Guests get new credits every day, next on 2026-11-22 at 00:00 UTC. Accounts have their own credits.',
  ],
])('%j is hindered by: %s', (known, text) => {
  expect(callBlocker(known)?.text ?? null).toBe(text);
});
