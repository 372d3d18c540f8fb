import { isNativeError } from 'node:util/types';
import { createContext, Script } from 'node:vm';
import { Refusal } from './operation.ts';

const workLimitMs = 2000;

const script = new Script('work()');

/** Runs synchronous work that V8 stops at the limit, whatever loop or regular expression it is in. */
export function withinTime<Result>(work: () => Result, limitMs = workLimitMs): Result {
  let result: { value: Result } | undefined;
  const context = createContext({
    work: () => {
      result = { value: work() };
    },
  });
  try {
    script.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if (isTimeout(error))
      throw new Refusal(`This input needs more than ${limitMs} ms of work; send a smaller one.`);
    throw error;
  }
  if (!result) throw new Error('The work ended without a result.');
  return result.value;
}

/** V8 makes this error in the script's own realm, where `Error` is another class. */
function isTimeout(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
