import { Problem } from '../../lib/problem/problem.ts';
import { type BufferedResponse, freshResponse } from './response.ts';
import { isOperator } from '../callers/caller.ts';
import type { Call } from './endpoint.ts';
import { portal } from '../portal/portal.ts';

/** For operators, unless the setting opens it. An address proves nothing: behind a proxy every caller has the proxy's. */
export async function metricsAnswer({ request, connection }: Call<unknown>): Promise<BufferedResponse> {
  const { metrics, settings } = portal();
  if (!settings.openMetrics && !(await isOperator(request, connection.address)))
    throw new Problem(
      'forbidden',
      'Metrics require an operator API key, unless FAREBOX_METRICS=open is set.',
    );
  return freshResponse(200, metrics.contentType, await metrics.read());
}
