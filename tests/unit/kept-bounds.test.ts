import { describe, expect, it } from 'vitest';
import { beyondBounds, mostKept, mostKeptBytes } from '../../lib/view/playground/kept-bounds.ts';

const kept = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => ({ callId: `call_${index}`, endedMs: index, bytes }));

describe('the replies that a browser keeps', () => {
  it('are all of them, while they are few and small', () => {
    expect(beyondBounds(kept(mostKept, 1))).toEqual([]);
  });

  it('are the newest where there are too many', () => {
    expect(beyondBounds(kept(mostKept + 2, 1))).toEqual(['call_1', 'call_0']);
  });

  it('are the newest where they are too large together', () => {
    expect(beyondBounds(kept(3, mostKeptBytes / 2))).toEqual(['call_0']);
  });
});
