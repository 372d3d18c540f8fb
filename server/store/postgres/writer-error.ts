import { WriterError } from '../writer.ts';
import { codeOf, isConflict } from './failure.ts';

/** What a job itself throws, in contrast to what the database says. */
export class JobThrew extends Error {}

/** The database took the statement and refused it: a value, a constraint, a name, or one of our functions. */
const refusals = /^(?:22|23|42|P0|FB)/;

export function writerError(verb: string, error: unknown): WriterError {
  if (error instanceof JobThrew || refusals.test(codeOf(error)))
    return new WriterError('job-failed', `${verb}: ${messageOf(error)}`);
  const code = isConflict(error) ? 'storage-busy' : 'storage-failed';
  return new WriterError(code, `The database could not be written: ${messageOf(error)}.`);
}

/** An error of a connection that was refused at every address of a name has no message. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)) || codeOf(error);
}
