import { findCaller, type Caller } from '../callers/caller.ts';
import type { Call } from './endpoint.ts';

/** Who asks, by the key or the cookie of the request and the address that it came from. */
export async function callerOf({
  request,
  connection,
}: Pick<Call<unknown>, 'request' | 'connection'>): Promise<Caller> {
  return findCaller(request, connection.address);
}
