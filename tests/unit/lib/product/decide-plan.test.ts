import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decidePlan, type PlanDecision, type PlanFacts } from '../../../../lib/product/decide-plan.ts';
import { runs } from '../../../setup/runs.ts';

const day = 86_400_000;
const nowMs = 100 * day;
const rule = { noticeMs: 14 * day, needsSecond: false };

const factsOf = (changes: Partial<PlanFacts> = {}): PlanFacts => ({
  ...{ current: 1, next: 2, wasOnline: true, mayCostMore: () => true, pending: undefined },
  ...{ isOfFile: true, wishedMs: undefined, nowMs, ...changes },
});
const noMore = { mayCostMore: () => false };
const pending = { versionKey: 3 };
const planned = (days: number, waits = false): Extract<PlanDecision, { kind: 'planned' }> => ({
  kind: 'planned',
  effectiveMs: nowMs + days * day,
  waits,
});

describe('a version', () => {
  test.each<[string, Partial<PlanFacts>, PlanDecision]>([
    ['that may cost more has its notice', {}, planned(14)],
    ['that costs no more is in force at once', noMore, { kind: 'now' }],
    ['of a product that was never online is in force at once', { wasOnline: false }, { kind: 'now' }],
    ['that is in force stays so', { next: 1 }, { kind: 'same' }],
    ['that may cost more can be later than its notice', { wishedMs: nowMs + 20 * day }, planned(20)],
    [
      'and not earlier',
      { wishedMs: nowMs + 14 * day - 1 },
      { kind: 'too-early', earliestMs: nowMs + 14 * day },
    ],
    [
      'that costs no more can be at any moment',
      { ...noMore, wishedMs: nowMs + 1 },
      { ...planned(0), effectiveMs: nowMs + 1 },
    ],
    ['or in the past, which is now', { ...noMore, wishedMs: 1 }, { kind: 'now' }],
    ['of a file that is planned already is not planned anew', { next: 3, pending }, { kind: 'same' }],
    ['of a file takes the place of another that is planned', { pending }, planned(14)],
    ['of a file that costs no more withdraws what is planned', { ...noMore, pending }, { kind: 'now' }],
    ['of a file as it is in force withdraws what is planned', { next: 1, pending }, { kind: 'now' }],
    [
      'of the console leaves a plan alone where it is the one in force',
      { next: 1, pending, isOfFile: false },
      { kind: 'same' },
    ],
    [
      'of the console takes no place of another',
      { ...noMore, pending, isOfFile: false },
      { kind: 'other-planned' },
    ],
    [
      'that is planned is moved in another way',
      { next: 3, pending, wishedMs: nowMs + 99 * day },
      { kind: 'other-planned' },
    ],
  ])('%s', (_what, changes, decision) => expect(decidePlan(factsOf(changes), rule)).toEqual(decision));

  test('that needs a second person waits where it may cost more or is planned', () => {
    const second = { noticeMs: 0, needsSecond: true };
    expect(decidePlan(factsOf(), second)).toEqual(planned(0, true));
    expect(decidePlan(factsOf(noMore), second)).toEqual({ kind: 'now' });
    expect(decidePlan(factsOf({ ...noMore, wishedMs: nowMs + day }), second)).toEqual(planned(1, true));
  });

  test('is compared only where that decides something', () => {
    const mayCostMore = () => {
      throw new Error('It was compared.');
    };
    expect(decidePlan(factsOf({ mayCostMore }), { noticeMs: 0, needsSecond: false })).toEqual({
      kind: 'now',
    });
    expect(decidePlan(factsOf({ mayCostMore, next: 1 }), rule)).toEqual({ kind: 'same' });
  });

  test('that may cost more is never in force before its notice, whatever else is so', () => {
    const facts = fc.record({
      ...{ current: fc.constantFrom(1, 2, 3), next: fc.constantFrom(1, 2, 3), isOfFile: fc.boolean() },
      pending: fc.option(fc.record({ versionKey: fc.constantFrom(1, 2, 3) }), { nil: undefined }),
      wishedMs: fc.option(fc.integer({ min: 0, max: 200 * day }), { nil: undefined }),
    });
    fc.assert(
      fc.property(facts, fc.boolean(), (given, needsSecond) => {
        const decision = decidePlan(factsOf(given), { ...rule, needsSecond });
        if (given.next === given.current) expect(decision.kind).toMatch(/^(?:now|same)$/);
        else expect(decision.kind).not.toBe('now');
        if (decision.kind === 'planned')
          expect(decision.effectiveMs).toBeGreaterThanOrEqual(nowMs + rule.noticeMs);
      }),
      { numRuns: runs(300) },
    );
  });
});
