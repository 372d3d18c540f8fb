import { Problem } from '../lib/problem.ts';
import { type Prepared, prepareOnce } from './answer.ts';
import { isOperator } from './callers/principal.ts';
import type { Call } from './endpoint.ts';
import { portal } from './portal.ts';

/** For whoever is on this machine, and for operators. What a proxy passes on comes from elsewhere, whatever its address. */
export async function metricsAnswer({ request, arrival }: Call<unknown>): Promise<Prepared> {
  const isLocal = !arrival.isForwarded && isLoopback(arrival.address);
  if (!isLocal && !(await isOperator(request, arrival.address)))
    throw new Problem('forbidden', 'Only operators may read the metrics from another machine.');
  const { metrics } = portal();
  return prepareOnce(200, metrics.contentType, await metrics.read());
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
