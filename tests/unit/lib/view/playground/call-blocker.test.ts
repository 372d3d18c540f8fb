import { expect, it } from 'vitest';
import { shownPrice } from '../../../../../lib/view/price-text.ts';
import { callBlocker } from '../../../../../lib/view/playground/call-state.ts';

const able = {
  isOnline: true,
  bytes: 2_048,
  mostBytes: 2_048,
  credits: 3,
  spendable: { credits: 10 },
  resetsAt: undefined,
  creditsUrl: undefined,
  maximum: null,
};

it.each(
  // biome-ignore format: a table
  [
    [able, null],
    [{ ...able, spendable: { credits: 3 }, maximum: 3 }, null],
    [{ ...able, credits: undefined, spendable: { credits: 0 }, maximum: 0 }, null],
    [{ ...able, isOnline: false }, 'This product is offline and cannot be called.'],
    [{ ...able, bytes: 2_560 }, 'This input is 2.5 KiB. The limit is 2 KiB.'],
    [{ ...able, maximum: Number.NaN }, 'Your limit for this call is not a number. Enter a whole number of credits, or leave it empty.'],
    [{ ...able, maximum: 2 }, 'This call costs 3 credits, more than your limit of 2 credits.'],
    [{ ...able, spendable: { credits: 2 } }, 'This call costs 3 credits. You have 2, so you need 1 credit more. Ask the operator of this portal for more.'],
    [{ ...able, spendable: { credits: 2 }, creditsUrl: 'https://shop.example.com/' }, 'This call costs 3 credits. You have 2, so you need 1 credit more.'],
    [
      { ...able, spendable: { credits: 0 }, resetsAt: '2026-11-22T00:00:00.000Z' },
      'This call costs 3 credits. You have 0, so you need 3 credits more. Guests get new credits every day, next on 22 Nov 2026, 00:00 UTC. Accounts have their own credits.',
    ],
    [
      { ...able, spendable: { credits: 1, why: 'The member "Ann" can spend 10 credits in total. Owners can.' } },
      'This call costs 3 credits. You can spend 1: The member "Ann" can spend 10 credits in total. Owners can.',
    ],
    [{ ...able, spendable: { credits: 5, why: 'A limit that leaves enough.' } }, null],
    [
      { ...able, credits: 0, spendable: { credits: -1 } },
      'This call costs 0 credits. You have 0, so you need 1 credit more. Ask the operator of this portal for more.',
    ],
    [{ ...able, credits: undefined, spendable: { credits: 0, code: 'forbidden', why: 'Your role is viewer.' } }, 'Your role is viewer.'],
    [{ ...able, spendable: { credits: 0, code: 'terms-required', why: 'You have to accept the terms.' } }, 'You have to accept the terms.'],
  ],
)('%j is hindered by: %s', (known, text) => {
  expect(callBlocker(known)?.text ?? null).toBe(text);
});

const fields = [
  { name: 'size', affectsPrice: true, adds: 6 },
  { name: 'a/b', affectsPrice: false, adds: 0 },
];
const fault = (pointer: string) => ({ pointer, detail: 'is wrong' });

it.each(
  // biome-ignore format: a table
  [
    [{ missing: [], invalid: [] }, { credits: 6, isOpen: false }],
    [{ missing: [fault('/a~1b')], invalid: [fault('/a~1b/0')] }, { credits: 6, isOpen: false }],
    [{ missing: [fault('/size')], invalid: [] }, { credits: 55, isOpen: true }],
    [{ missing: [], invalid: [fault('/size/0/x')] }, { credits: 55, isOpen: true }],
    [{ missing: [], invalid: [fault('')] }, { credits: 55, isOpen: true }],
  ],
)('an input with the faults %j shows one price: %j', (faults, shown) => {
  expect(shownPrice({ credits: 6, fields, ...faults }, 55)).toEqual(shown);
});
