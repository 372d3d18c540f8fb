import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { readSession } from '../callers/sessions.ts';
import { connectionOf, portal } from '../doors/current-portal.ts';
import type { HttpRequest } from '../http/client-connection.ts';
import { forRequest, identify } from '../doors/identify.ts';
import type { Context } from '../context.ts';

/** The visitor of a page; undefined if the portal refuses them. The requests of the page then explain why. */
export async function findVisitor(headers: HttpRequest['headers']): Promise<Caller | undefined> {
  return callerOf(await visitorOrRefusal(headers));
}

export function visitorOrRefusal(headers: HttpRequest['headers']): Promise<Caller | Problem | undefined> {
  return findVisitorOf('/', headers);
}

/** The context with which a page reads the catalogue for its visitor. */
export async function contextOfVisitor(headers: HttpRequest['headers']): Promise<Context> {
  const { context } = portal();
  const request = { method: 'GET', url: 'http://portal/', headers };
  const connection = connectionOf(request);
  return connection ? forRequest(context, request, connection) : context;
}

/** The visitor of a page of the console. There an operator sees no account as its members do. */
export async function findOperator(headers: HttpRequest['headers']): Promise<Caller | undefined> {
  return callerOf(await findVisitorOf('/operator', headers));
}

/** Who is signed in: a person, or the account of a key. Undefined for guests. */
export async function nameOfVisitor(visitor: Caller | undefined): Promise<string | undefined> {
  if (!visitor) return undefined;
  const { person, account } = await readSession(portal().context, visitor);
  return (person ?? account)?.name;
}

function callerOf(found: Caller | Problem | undefined): Caller | undefined {
  return found instanceof Problem ? undefined : found;
}

async function findVisitorOf(
  path: string,
  headers: HttpRequest['headers'],
): Promise<Caller | Problem | undefined> {
  const request = { method: 'GET', url: `http://portal${path}`, headers };
  const connection = connectionOf(request);
  if (!connection) return undefined;
  try {
    return (await identify(portal().context, request, connection)).caller;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
