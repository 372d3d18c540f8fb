import pg from 'pg';
import { AuthorRefused } from '../sql/check-author.ts';
import { WriterError } from '../writer.ts';

/** What a job itself throws, in contrast to what the database says. */
export class JobThrew extends Error {}

/** Transactions that got in each other's way: one of them was undone and can be tried again. */
export function isConflict(error: unknown): boolean {
  return /^40(001|P01)$/.test(stateOf(error));
}

export function writerError(verb: string, error: unknown): WriterError {
  const state = stateOf(error);
  if (error instanceof JobThrew && error.cause instanceof AuthorRefused)
    return new WriterError(error.cause.code, error.cause.message);
  if (error instanceof JobThrew || isRefused(error))
    return new WriterError('job-failed', `${verb}: ${messageOf(error)}`);
  const code = isConflict(error) || state === lockTimeout ? 'storage-busy' : 'storage-failed';
  return new WriterError(code, `The database could not be written: ${messageOf(error)}.`);
}

/** A value, a constraint, a name, a size, or one of our functions. */
const isRefusal = /^(?:22|23|42|54|P0|FB)/;

/** The database took the statement and refused it. It will again. */
export function isRefused(error: unknown): boolean {
  return isRefusal.test(stateOf(error));
}

export const lockTimeout = '55P03';

/**
 * Classes of errors for which the database, and not the statement, is the cause: connections (08), resources such as
 * the disk (53), an operator who stops it (57P), and failures of its system (58).
 */
const isCause = /^(?:08|53|57P|58)/;

/** Whether the database was not reached, or went away: what was sent may or may not be committed. */
export function isLost(error: unknown): boolean {
  const state = stateOf(error);
  return state === '' || isCause.test(state);
}

/** The SQLSTATE of an error that the server sent. */
export function stateOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** A connection that is refused at every address of a name has no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
