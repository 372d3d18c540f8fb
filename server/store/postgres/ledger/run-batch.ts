import { errorText } from '../../../log.ts';
import { WriterError } from '../../writer.ts';
import { Fenced, Overtaken } from './trip.ts';
import { isConflict, isRefused, stateOf, writerError } from '../writer-error.ts';

const maxConflicts = 5;
/** Another batch took the same idempotency key, made the same purse, or closed the same call a moment ago. */
const overtakenCodes = new Set(['23505', '22012']);

interface Batch<Job, Result> {
  run: (jobs: Job[]) => Promise<(Result | Error)[]>;
  /** Begins anew after the database refused this instance. */
  renew?: () => Promise<void>;
}

/**
 * Runs a batch. After a conflict it is decided anew; if one of its jobs breaks it, each runs by itself. Rejects with a
 * WriterError if the database is out of reach: then jobs may or may not be committed.
 */
export async function runBatch<Job, Result>(
  jobs: Job[],
  batch: Batch<Job, Result>,
): Promise<(Result | Error)[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await batch.run(jobs)).map(asWriterError);
    } catch (error) {
      const isFenced = error instanceof Fenced;
      const isOvertaken =
        isConflict(error) || error instanceof Overtaken || overtakenCodes.has(stateOf(error));
      if (!isRefused(error) && !isOvertaken && !isFenced) throw writerError('batch', error);
      if (tries < maxConflicts && (isOvertaken || isFenced)) {
        if (isFenced) await batch.renew?.();
        continue;
      }
      if (jobs.length === 1)
        return [
          isConflict(error) ? writerError('batch', error) : new WriterError('job-failed', errorText(error)),
        ];
      const alone = await Promise.all(jobs.map((job) => runBatch([job], batch)));
      return alone.flat();
    }
  }
}

function asWriterError<Result>(result: Result | Error): Result | Error {
  return result instanceof Error ? new WriterError('job-failed', result.message) : result;
}
