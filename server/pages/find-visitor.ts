import { Problem } from '../../lib/problem/problem.ts';
import { connectionOf } from '../http/client-connection.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { findCaller, type Caller } from '../callers/caller.ts';

/** Who looks at a page; undefined where the portal refuses them, which what the page asks for itself will explain. */
export async function findVisitor(headers: HttpRequest['headers']): Promise<Caller | undefined> {
  const request = { method: 'GET', url: 'http://portal/', headers };
  const connection = connectionOf(request);
  if (!connection) return undefined;
  try {
    return await findCaller(request, connection.address);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
