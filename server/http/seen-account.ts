import { Problem } from '../../lib/problem/problem.ts';
import { type Caller, seeingCaller } from '../callers/caller.ts';
import { mayDo } from '../operator/rights.ts';
import type { ActivePerson } from '../store/people.ts';
import type { HttpRequest } from './http-request.ts';

/**
 * The caller of a request by an operator who sees an account as its members do. Refuses everything that could change
 * something. Undefined for others, and for the console, which stays the operator's own.
 */
export function callerWhoSees(
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  person: ActivePerson,
): Caller | undefined {
  const { sees } = person;
  const isOver =
    !sees || Date.now() >= sees.untilMs || !mayDo({ person, apiKey: null, operator: false }, 'see-as');
  if (isOver || isOfConsole(url)) return undefined;
  if (method === 'GET' || method === 'HEAD') return seeingCaller(sees);
  throw new Problem(
    'seeing-account',
    `You see ${sees.account.name} as its members do, which only reads: nothing is changed, and no calls are made. End it first, with POST /api/operator/see-as/end.`,
  );
}

function isOfConsole(url: string): boolean {
  const { pathname } = new URL(url);
  return pathname === '/operator' || /^\/(?:api\/)?operator\//.test(pathname);
}
