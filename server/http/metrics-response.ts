import { Problem } from '../../lib/problem/problem.ts';
import { type BufferedResponse, freshResponse } from './response.ts';
import { rightSentence } from '../operator/rights.ts';
import { mayOperate } from './identify.ts';
import type { Call } from './endpoint.ts';

/** For operators, unless the setting opens it. An address proves nothing: behind a proxy every caller has the proxy's. */
export async function metricsResponse({
  context,
  request,
  connection,
}: Call<unknown>): Promise<BufferedResponse> {
  const { metrics, settings } = context;
  if (!settings.openMetrics && !(await mayOperate(context, request, connection, 'read-metrics')))
    throw new Problem(
      'forbidden',
      `${rightSentence('read-metrics')} FAREBOX_METRICS=open opens them to everybody.`,
    );
  return freshResponse(200, metrics.contentType, await metrics.read());
}
