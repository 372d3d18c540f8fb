import { Problem } from '../../lib/problem/problem.ts';
import { type BufferedResponse, freshResponse } from './response.ts';
import { isOperator } from './identify.ts';
import type { Call } from './endpoint.ts';

/** For operators, unless the setting opens it. An address proves nothing: behind a proxy every caller has the proxy's. */
export async function metricsResponse({
  context,
  request,
  connection,
}: Call<unknown>): Promise<BufferedResponse> {
  const { metrics, settings } = context;
  if (!settings.openMetrics && !(await isOperator(context, request, connection)))
    throw new Problem(
      'forbidden',
      'Metrics require an operator API key, unless FAREBOX_METRICS=open is set.',
    );
  return freshResponse(200, metrics.contentType, await metrics.read());
}
