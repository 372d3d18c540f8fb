import { describe, expect, it } from 'vitest';
import {
  beyondLimits,
  mostSavedReplies,
  mostSavedBytes,
} from '../../../../../components/playground/call/saved-replies.ts';

const kept = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => ({ callId: `call_${index}`, endedMs: index, bytes }));

describe('the replies that a browser keeps', () => {
  it('are all of them, while they are few and small', () => {
    expect(beyondLimits(kept(mostSavedReplies, 1))).toEqual([]);
  });

  it('are the newest where there are too many', () => {
    expect(beyondLimits(kept(mostSavedReplies + 2, 1))).toEqual(['call_1', 'call_0']);
  });

  it('are the newest where they are too large together', () => {
    expect(beyondLimits(kept(3, mostSavedBytes / 2))).toEqual(['call_0']);
  });
});
