import { Problem } from '../../lib/problem/problem.ts';
import type { Author } from './author.ts';
import { refusedWrite } from './refused-write.ts';
import type { Store } from './store.ts';
import { WriterError } from './writer.ts';
import type { Payload, Result, Verb } from './writer-verbs.ts';

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
    throw refusedWrite(error, 'The portal cannot save this right now.');
  }
}
