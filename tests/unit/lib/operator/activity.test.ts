import { describe, expect, it } from 'vitest';
import { addedCounts, answerSteps, answerTime } from '../../../../lib/operator/answer-times.ts';
import { isoOfHour, type Period, periodTimes } from '../../../../lib/operator/periods.ts';
import {
  neighbour,
  reasonWords,
  spanText,
  stepTick,
  stepTitle,
} from '../../../../lib/view/activity-words.ts';

const day = Date.parse('2026-11-30T09:30:00Z');

describe('a period', () => {
  it.each<[Period, number, string, string, string]>([
    ['day', 24, '2026-11-30T00', '2026-12-01T00', '2026-11-29T00'],
    ['week', 42, '2026-11-24T00', '2026-12-01T00', '2026-11-17T00'],
    ['month', 30, '2026-11-01T00', '2026-12-01T00', '2026-10-02T00'],
    ['year', 12, '2025-12-01T00', '2026-12-01T00', '2024-12-01T00'],
  ])('of a %s has %i steps, and the one before as many', (period, count, from, end, before) => {
    const times = periodTimes(period, day);
    const [first = 0] = times.steps;
    const [firstBefore = 0] = times.before;
    expect([first, times.end, firstBefore].map((hour) => isoOfHour(hour).slice(0, 13))).toEqual([
      from,
      end,
      before,
    ]);
    expect([times.steps.length, times.before.length]).toEqual([count, count]);
    expect(times.beforeEnd).toBe(first);
  });

  it('of a year keeps to its months, whatever day is the last', () => {
    expect(periodTimes('year', Date.parse('2026-03-31T23:00:00Z'))).toEqual(
      periodTimes('year', Date.parse('2026-03-01T00:00:00Z')),
    );
  });

  it('has neighbours, none of them later than today', () => {
    const week = { period: 'week' as const, to: '2026-12-01T00:00:00.000Z' };
    expect(neighbour(week, -1, '2026-11-30')).toBe('2026-11-23');
    expect(neighbour(week, 1, '2026-11-30')).toBeUndefined();
    expect(neighbour({ ...week, to: '2026-11-24T00:00:00.000Z' }, 1, '2026-11-30')).toBe('2026-11-30');
    expect(neighbour({ period: 'year', to: '2026-12-01T00:00:00.000Z' }, -1, '2026-11-30')).toBe(
      '2025-11-30',
    );
  });

  it('and its steps have words', () => {
    const to = '2026-12-01T00:00:00.000Z';
    expect(spanText({ period: 'week', from: '2026-11-24T00:00:00.000Z', to })).toBe('24 Nov – 30 Nov 2026');
    expect(spanText({ period: 'year', from: '2025-12-01T00:00:00.000Z', to })).toBe('Dec 2025 – Nov 2026');
    expect(stepTitle('week', '2026-11-26T08:00:00.000Z')).toBe('Thu 26 Nov, 08–12');
    expect(stepTitle('day', '2026-11-26T23:00:00.000Z')).toBe('Thu 26 Nov, 23–24');
    expect(stepTitle('year', '2026-11-01T00:00:00.000Z')).toBe('Nov 2026');
    expect(stepTick('week', '2026-11-26T12:00:00.000Z', 3)).toBeNull();
  });
});

describe('answer times', () => {
  it('are read from steps to within a step', () => {
    // Times of which the true median and 95 % are known.
    const times = Array.from({ length: 10_000 }, (_, index) => 100 + index / 10);
    const counts = new Map<number, number>();
    for (const ms of times) {
      const step = answerSteps.findIndex((most) => ms <= most);
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    expect(answerTime(counts, 0.5)).toBeGreaterThan(570);
    expect(answerTime(counts, 0.5)).toBeLessThan(630);
    expect(answerTime(counts, 0.95)).toBeGreaterThan(1_000);
    expect(answerTime(counts, 0.95)).toBeLessThan(1_130);
  });

  it('are none without answers, and the longest step has its begin', () => {
    expect(answerTime(new Map(), 0.5)).toBeNull();
    expect(answerTime(new Map([[answerSteps.length, 3]]), 0.95)).toBe(300_000);
    expect(answerTime(addedCounts([new Map([[0, 9]]), new Map([[3, 1]])]), 0.95)).toBe(18);
  });
});

it('says why calls failed', () => {
  expect(['503', 'timeout', 'upstream-failed', 'other'].map(reasonWords)).toEqual([
    'The API answered 503',
    'No answer in time',
    expect.stringMatching(/^[A-Z]/),
    'other',
  ]);
});
