import { findPrincipal, type Principal } from '../callers/principal.ts';
import type { Call } from '../endpoint.ts';

/** Who asks, by the key or the cookie of the request and the address that it came from. */
export async function principalOf({
  request,
  arrival,
}: Pick<Call<unknown>, 'request' | 'arrival'>): Promise<Principal> {
  return findPrincipal(request, arrival.address);
}
