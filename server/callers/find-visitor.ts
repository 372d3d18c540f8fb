import { Problem } from '../../lib/problem/problem.ts';
import { arrivalOf } from '../arrival.ts';
import type { Asker } from '../asker.ts';
import { findPrincipal, type Principal } from './principal.ts';

/** Who looks at a page; undefined where the portal refuses them, which what the page asks for itself will explain. */
export async function findVisitor(headers: Asker['headers']): Promise<Principal | undefined> {
  const request = { method: 'GET', url: 'http://portal/', headers };
  const arrival = arrivalOf(request);
  if (!arrival) return undefined;
  try {
    return await findPrincipal(request, arrival.address);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
