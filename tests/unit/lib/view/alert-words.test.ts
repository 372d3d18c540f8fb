import { describe, expect, it } from 'vitest';
import { alertWords, reachedWords, toldWords, newAlertOf } from '../../../../lib/view/alert-words.ts';

const key = { kind: 'key', id: 'key_a', name: 'Shop' } as const;
const member = { kind: 'member', id: 'per_a', name: 'Ada' } as const;

describe('an alert', () => {
  it.each([
    [{ watches: 'balance', credits: 1, of: null } as const, 'The balance is below 1 credit'],
    [{ watches: 'day', credits: 1, of: null } as const, 'The account spends 1 credit or more in a day'],
    [
      { watches: 'month', credits: 2_000, of: key } as const,
      'The API key Shop spends 2,000 credits or more in a month',
    ],
    [{ watches: 'day', credits: 5, of: member } as const, 'Ada spends 5 credits or more in a day'],
  ])('%j is "%s"', (alert, words) => expect(alertWords(alert)).toBe(words));

  it.each([
    [{ reachedAt: null, isReached: false }, 'Not reached yet'],
    [{ reachedAt: '2026-11-25T12:30:00.000Z', isReached: true }, 'Reached 25 Nov 2026, 12:30 UTC'],
    [{ reachedAt: '2026-11-25T12:30:00.000Z', isReached: false }, 'Last reached 25 Nov 2026, 12:30 UTC'],
  ])('%j was "%s"', (alert, words) => expect(reachedWords(alert)).toBe(words));

  it.each([
    [{ people: [], webhooks: false }, 2, 'Notifies nobody'],
    [{ people: [], webhooks: true }, 0, 'Notifies nobody: no webhook is subscribed to alert.reached'],
    [{ people: [{ id: 'per_a', name: 'Ada' }], webhooks: true }, 1, 'Notifies Ada, 1 webhook'],
    [
      { people: [{ id: 'per_a', name: 'Ada' }], webhooks: true },
      0,
      'Notifies Ada: no webhook is subscribed to alert.reached',
    ],
  ])('%j with %i webhooks that take it: "%s"', (alert, taking, words) =>
    expect(toldWords(alert, taking)).toBe(words),
  );
});

describe('the form of an alert', () => {
  const body = (fields: [string, string][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return newAlertOf(form);
  };

  it('names whose spending it watches', () => {
    const fields: [string, string][] = [
      ['watches', 'day'],
      ['credits', '5'],
      ['of', 'key key_a'],
      ['webhooks', 'on'],
      ['people', 'per_a'],
      ['people', 'per_b'],
    ];
    expect(body(fields)).toEqual({
      ...{ watches: 'day', credits: 5, keyId: 'key_a', people: ['per_a', 'per_b'], webhooks: true },
    });
    expect(
      body([
        ['watches', 'month'],
        ['credits', '5'],
        ['of', 'member per_a'],
      ]),
    ).toEqual({ ...{ watches: 'month', credits: 5, personId: 'per_a', people: [], webhooks: false } });
  });

  it('names nobody for a balance', () => {
    expect(
      body([
        ['watches', 'balance'],
        ['credits', '5'],
        ['of', 'member per_a'],
      ]),
    ).toEqual({ ...{ watches: 'balance', credits: 5, people: [], webhooks: false } });
  });
});
