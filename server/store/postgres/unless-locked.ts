import { lockTimeout, stateOf } from './writer-error.ts';

/** Runs what changes tables; undefined if somebody reads them for long, for instance a backup. Later is early enough. */
export async function unlessLocked<Result>(change: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await change();
  } catch (error) {
    if (stateOf(error) === lockTimeout) return undefined;
    throw error;
  }
}
