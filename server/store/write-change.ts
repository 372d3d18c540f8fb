import { Problem } from '../../lib/problem/problem.ts';
import type { Author } from './author.ts';
import type { Store } from './store.ts';
import { type Payload, type Result, type Verb, WriterError, type WriterErrorCode } from './writer.ts';

/** Writes a change for a request. If that is impossible now, throws a Problem which says that nothing has changed. */
export async function writeChange<Name extends Verb>(
  { store }: { store: Pick<Store, 'writer'> },
  verb: Name,
  payload: Payload<Name>,
  author?: Author,
): Promise<Result<Name>> {
  try {
    return await store.writer.run(verb, payload, author);
  } catch (error) {
    if (!(error instanceof WriterError) || error.code === 'job-failed') throw error;
    if (error.code === 'author-refused') throw new Problem('forbidden', error.message);
    if (error.code === 'account-closed') throw new Problem('account-closed', error.message);
    throw refusedWrite(error, 'The portal cannot save this right now.');
  }
}

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
