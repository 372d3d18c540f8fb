import { describe, expect, it } from 'vitest';
import { preferenceApplied, readPreferences } from '../../../../server/doors/preferences.ts';

describe('Prefer', () => {
  it.each<[string | null, ReturnType<typeof readPreferences>['handling'], boolean]>([
    [null, null, false],
    ['', null, false],
    ['handling=strict', 'strict', false],
    ['Handling = "STRICT"', 'strict', false],
    ['handling="st\\\\rict"', null, false],
    ['handling="st\\rict"', 'strict', false],
    ['respond-async, wait=10, handling=lenient', 'lenient', false],
    [
      'respond-async; wait=100, handling=strict; why="a, b; handling=lenient", upstream-status',
      'strict',
      true,
    ],
    ['upstream-status', null, true],
    ['Upstream-Status=""', null, true],
    ['upstream-status=201', null, false],
    ['handling=lenient, handling=strict', 'lenient', false],
    ['handling=, handling=strict', null, false],
    ['handling', null, false],
    ['foo="handling=strict, upstream-status', null, false],
    [',,;;=,"', null, false],
  ])('reads %j', (header, handling, upstreamStatus) => {
    expect(readPreferences(header)).toEqual({ handling, upstreamStatus });
  });

  it('is answered with what was applied', () => {
    expect(preferenceApplied({ handling: 'strict', upstreamStatus: true })).toBe(
      'handling=strict, upstream-status',
    );
    expect(preferenceApplied({ handling: null, upstreamStatus: true })).toBe('upstream-status');
    expect(preferenceApplied({ handling: null, upstreamStatus: false })).toBe(null);
  });
});
