import { Problem } from '../lib/problem/problem.ts';
import { type Prepared, prepareOnce } from './answer.ts';
import { isOperator } from './callers/principal.ts';
import type { Call } from './endpoint.ts';
import { portal } from './portal.ts';

/** For operators, unless the setting opens it. An address proves nothing: behind a proxy every caller has the proxy's. */
export async function metricsAnswer({ request, arrival }: Call<unknown>): Promise<Prepared> {
  const { metrics, settings } = portal();
  if (!settings.openMetrics && !(await isOperator(request, arrival.address)))
    throw new Problem(
      'forbidden',
      'Metrics require an operator API key, unless FAREBOX_METRICS=open is set.',
    );
  return prepareOnce(200, metrics.contentType, await metrics.read());
}
