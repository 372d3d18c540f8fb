import { Problem } from '../../../lib/problem/problem.ts';
import { errorText } from '../../error-text.ts';
import { log } from '../../log.ts';
import { WriterError } from '../writer.ts';
import { isLost, stateOf } from './writer-error.ts';

/** Prisma's codes for a database that is not reached, does not respond, or closed the connection. */
const prismaLost = /^P(?:1001|1002|1008|1017|2024|2037)$/;
/** As Node, `pg` and the server say it. Not all of them have codes. */
const connectionLost =
  /\b(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)|can't reach database|connection terminated|terminating connection|the database system is|timeout exceeded when trying to connect|query read timeout/i;

/** The same reads, where a database that is away is a problem that the caller is told, and not an internal error. */
export function readsOrProblem<Reads extends object>(reads: Reads): Reads {
  return new Proxy(reads, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, values);
        return isPromise(result) ? result.catch(explain) : result;
      };
    },
  });
}

/** Those of Prisma are of no class. */
function isPromise(value: unknown): value is Pick<Promise<unknown>, 'catch'> {
  return typeof value === 'object' && value !== null && 'catch' in value;
}

function explain(error: unknown): never {
  if (!isAway(error)) throw error;
  log('error', 'database-unreachable', { error: errorText(error) });
  throw new Problem('unavailable', 'The database does not respond. Nothing was charged.', [], {
    'retry-after': '1',
  });
}

/** Verbs tell apart what the writer says. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof WriterError) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (stateOf(error) !== '') return isLost(error);
  return prismaLost.test(code) || connectionLost.test(code) || connectionLost.test(error.message);
}
