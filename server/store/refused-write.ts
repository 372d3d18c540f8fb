import { Problem } from '../../lib/problem/problem.ts';
import type { WriterError, WriterErrorCode } from './writer.ts';

/** A move takes minutes. */
const whileMovedSeconds = 30;

const reasons: Partial<Record<WriterErrorCode, { why: string; afterSeconds: number }>> = {
  'queue-full': { why: 'Too many calls are waiting to be recorded.', afterSeconds: 1 },
  moving: {
    why: 'The portal is being moved to another database. Until that is done it takes no calls and no changes.',
    afterSeconds: whileMovedSeconds,
  },
  moved: {
    why: 'The portal has moved to another database, and takes no calls and no changes here.',
    afterSeconds: whileMovedSeconds,
  },
};

/** What a caller is told whose write is impossible now. `otherwise`: where the code says no more. */
export function refusedWrite({ code }: WriterError, otherwise: string, consequence = ''): Problem {
  const { why, afterSeconds } = reasons[code] ?? { why: otherwise, afterSeconds: 1 };
  return new Problem('unavailable', `${why}${consequence}`, [], { 'retry-after': String(afterSeconds) });
}

/** Whether the operator has moved the data, which is no failure. */
export function isMoved({ code }: WriterError): boolean {
  return code === 'moving' || code === 'moved';
}
